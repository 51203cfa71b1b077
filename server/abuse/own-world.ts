import { ticketNumber } from '@pigeonpost/contract/account/support';
import { LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import { createToken } from '../src/access/tokens.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { addNames } from '../src/testing/engine-world.ts';
import { enrolMachine, type Machine } from '../src/testing/machine.ts';
import { createListRow, createProfileRow } from '../src/testing/rows.ts';
import type { SignedUp, TestApp } from '../src/testing/test-app.ts';
import { type Belongings, pathOf } from './example.ts';

/** A user who owns one of everything, with its keys. */
export interface OwnWorld extends Belongings {
  user: SignedUp;
  agent: Machine;
}

/** Values in place of secrets for callers without them. */
export const NO_SECRETS = { reset_token: 'pp_none', confirm_token: 'pp_none', device_code: 'pp_none' };

/** Keys of rows that do not exist, in the same form as a world's. */
export function missingBelongings(id: number, name: string): Belongings {
  const uuid = (last: number) => `00000000-0000-4000-8000-${String(id + last).padStart(12, '0')}`;
  return {
    id,
    name,
    token: uuid(1),
    held_token: uuid(2),
    user_code: 'ZZZZ-ZZZZ',
    password: `Otters-climb-${name}`,
    secrets: NO_SECRETS,
    server_id: uuid(3),
  };
}

/** Starts the ids of every table at this number. */
export async function countFrom(app: TestApp, id: number): Promise<void> {
  await app.database.pool.query(
    `select setval(seqrelid, case relname when 'test_ids' then ${LAST_CAMPAIGN_ID} else 0 end + $1, false)
      from pg_sequence join pg_class on pg_class.oid = seqrelid
      where relname <> 'recipient_position'`,
    [id],
  );
}

/**
 * Makes a user who owns one of everything: each first row has that number and that name. The first campaign is being
 * sent (one delivery handed out, one begun, one sent, one unclear), the second waits for its start, the third is over.
 */
export async function createOwnWorld(
  app: TestApp,
  { id, name, admin }: { id: number; name: string; admin: SignedUp },
): Promise<OwnWorld> {
  const { pool } = app.database;
  await countFrom(app, id);
  const user = await app.signUp({ pack: 'pro', subscriptionDays: 3000 });
  const password = `Otters-climb-${name}`;
  await pool.query('update users set username = $2, password_hash = $3 where id = $1', [
    id,
    name,
    await hashPassword(password),
  ]);
  for (const content of ['Hi {username}', 'Good day'])
    await user.call('POST /api/templates', { body: { name, content: `${content} from ${name}` } });
  const agent = await enrolMachine(app, user, name);
  const paths = Array.from({ length: 7 }, (_, index) => pathOf(name) + (index === 0 ? '' : `-${index}`));
  for (const [index, profile_path] of paths.entries())
    await createProfileRow(app.deps, {
      user_id: id,
      profile_name: index === 0 ? name : `${name}-${index}`,
      profile_path,
      insta_username: name,
      insta_password: `secret of ${name}`,
      agent_id: agent.agent_id,
    });
  await agent.report({ folders: paths, reads_replies: true });
  for (const list of [0, 1, 2]) {
    await createListRow(app.deps, { user_id: id, name });
    const names = Array.from({ length: 8 }, (_, index) => (index === 0 ? name : `${name}.${list}${index}`));
    await addNames(app, { user_id: id, list: id + list, names });
  }
  for (const [list, profiles] of [[0, 1, 2, 3], [4], [5]].entries())
    await user.call('POST /api/campaigns', {
      body: {
        name,
        message_template_id: id,
        list_id: id + list,
        profiles_used: profiles.map((profile) => id + profile),
      },
    });
  await user.call('POST /api/campaigns/{id}/start', { params: { id: id + 2 } });
  await user.call('PUT /api/campaigns/{id}/status', {
    params: { id: id + 2 },
    body: { status: 'completed' },
  });
  const { token, held_token, server_id } = await sendSome(user, agent, { id, paths });
  const { user_code, device_code } = await pair(app, user, name);
  const reset = await admin.call('POST /api/users/{id}/reset-link', { params: { id } });
  await askForThings(app, user, { id, name, paths, agent });
  const secrets = {
    reset_token: reset.token,
    confirm_token: await giveAddress(app, user, password),
    device_code,
  };
  return { id, name, user, agent, password, token, held_token, user_code, secrets, server_id };
}

/** A confirmed address, and another one that waits for the secret that this gives. */
async function giveAddress({ database }: TestApp, user: SignedUp, current_password: string): Promise<string> {
  await user.call('PUT /api/account/email', { body: { email: 'one@example.com', current_password } });
  const { token, hash } = createToken();
  await database.pool.query('update mailed_links set token_hash = $2 where user_id = $1', [user.id, hash]);
  await database.pool.query(
    `update email_addresses set address = 'other@example.com', confirmed_at = waiting_since where user_id = $1`,
    [user.id],
  );
  return token;
}

/** Four messages of the first campaign: handed out, begun, sent, unclear. */
async function sendSome(
  user: SignedUp,
  agent: Machine,
  { id, paths }: { id: number; paths: string[] },
): Promise<{ token: string; held_token: string; server_id: string }> {
  await user.call('POST /api/campaigns/{id}/start', { params: { id } });
  const { deliveries, server } = await agent.call('POST /api/agent/work', {
    body: { capacity: 4, wait_seconds: 0, profile_paths: paths },
  });
  const [held, sending, ...ended] = deliveries;
  if (!held || !sending || ended.length !== 2) throw new Error('Four messages should have been due.');
  for (const { token } of [sending, ...ended])
    await agent.call('POST /api/agent/deliveries/{token}/begin', { params: { token }, body: {} });
  for (const [index, { token, campaign_id, recipient_id }] of ended.entries())
    await agent.call('POST /api/agent/deliveries/{token}/result', {
      params: { token },
      body: { campaign_id, recipient_id, outcome: index === 0 ? 'sent' : 'unknown' },
    });
  return { token: sending.token, held_token: held.token, server_id: server.id };
}

/** A machine that was paired by a code and has not fetched its token. */
async function pair(app: TestApp, user: SignedUp, machine_name: string) {
  const pairing = await app.client()('POST /api/agent/pairings', {
    body: { machine_name, platform: 'linux', agent_version: '0.1.0' },
  });
  await user.call('POST /api/agents/pairings/{user_code}/approve', {
    params: { user_code: pairing.user_code },
  });
  return pairing;
}

/** Requests of every kind, of which the first is under way, and rows that no feature has made yet. */
async function askForThings(
  app: TestApp,
  user: SignedUp,
  { id, name, paths, agent }: { id: number; name: string; paths: string[]; agent: Machine },
): Promise<void> {
  const { pool } = app.database;
  await user.call('GET /api/firefox-profiles', { query: { agent_id: id } });
  // A test that has ended, so that its profile is free.
  await user.call('POST /api/tests', { body: { profile_id: id + 6, recipient: name, text: 'Hi' } });
  await pool.query(
    `with ended as (update campaigns set status = 'completed' where id = $1 returning user_id, id, mark)
    update campaign_progress g set cursor = mark from ended
    where g.user_id = ended.user_id and g.campaign_id = ended.id`,
    [LAST_CAMPAIGN_ID + id],
  );
  await user.call('POST /api/unread-checker/requests', { body: { profileIds: [id + 6] } });
  await agent.call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: paths } });
  // Only one check can be under way: this one is over, so that another can be asked for.
  await agent.call('POST /api/agent/requests/{id}/result', {
    params: { id: id + 1 },
    body: { status: 'completed' },
  });
  await user.call('POST /api/profiles/open', { body: { profile_path: `${pathOf(name)}-6` } });
  await user.call('POST /api/do-not-contact', { body: { recipient: `${name}.never` } });
  const campaign = { campaign_id: id, campaign_name: name, sent: 1, failed: 1 };
  await pool.query(`select notify_user($1, $2, 'campaign_ended', $3)`, [
    app.clock.now(),
    id,
    JSON.stringify({ campaigns: [campaign] }),
  ]);
  await user.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'wishes', in_app: true, by_mail: false }] },
  });
  const ticket = await user.call('POST /api/support', { body: { subject: name, description: name } });
  for (const [table, column] of [
    ['tickets', 'id'],
    ['ticket_messages', 'ticket_id'],
  ])
    await pool.query(`update ${table} set ${column} = $2 where ${column} = $1`, [ticket.id, id]);
  await pool.query('update tickets set ticket_number = $2 where id = $1', [id, ticketNumber(id)]);
  await user.call('GET /api/dashboard/needs-you', { query: { here: '1' } });
  await user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id },
    body: { recipient_ids: [id + 7] },
  });
  await user.call('POST /api/recipients/bulk', {
    body: { list_id: id + 2, recipients: [`${name}.imported`] },
  });
  await user.call('POST /api/recipients/import', {
    body: {
      list_id: id + 2,
      columns: [{ new_field: name }, { note: true }],
      rows: [[`${name}.imported`, name, name]],
      tags: [name],
      source: { text: name, stated_on: '2026-01-01' },
    },
  });
  await pool.query(`insert into withdrawn_sources values ($1::bigint, $2, $1::bigint + 1, $2, $3)`, [
    id,
    name,
    app.clock.now(),
  ]);
  await user.call('POST /api/views', {
    body: { name, conditions: [{ kind: 'field', id, test: 'filled' }] },
  });
  await user.call('PUT /api/import-choices', { body: { heads: name, column: name } });
  await pool.query('insert into freezes (user_id) values ($1)', [id]);
  await pool.query('insert into sending_days (user_id, campaign_id, day, begun) values ($1, $1, $2, 1)', [
    id,
    app.clock.now(),
  ]);
  await pool.query(
    `insert into deleted_deliveries (user_id, campaign_id, recipient_id, recipient, begun_at, deleted_at)
    values ($1, $1, $1, 'ada', $2, $2)`,
    [id, app.clock.now()],
  );
  await pool.query(
    `insert into deleted_recipients (user_id, id, list_id, recipient, status, created_at, restorable_until)
    values ($1, $1, $1, $2, 'sent', $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
    [id, `${name}.gone`, app.clock.now()],
  );
  await pool.query(
    `insert into replaced_values (user_id, import_id, recipient, before, after)
    select user_id, max(id), $2, '{}', '{}' from recipient_imports where user_id = $1 group by user_id`,
    [id, `${name}.imported`],
  );
  await pool.query('update profiles set replies_read_at = $2 where id = $1', [id, app.clock.now()]);
  // A reply that may ask for a stop, and as many messages without one as the budget lets go.
  await pool.query(
    `insert into replies (user_id, recipient, profile_id, campaign_id, recipient_id, site_id, text, at, read_at, via, stop)
    values ($1, $2, $1, $1, $1, $2, $2, $3, $3, 'reading', 'no')`,
    [id, name, app.clock.now()],
  );
  await pool.query(
    `insert into message_ledger (user_id, recipient, without_reply) values ($1, $2, '{"1":1,"2":1,"3":1,"4":1,"5":1}')
    on conflict (user_id, recipient) do update set without_reply = excluded.without_reply`,
    [id, `${name}.imported`],
  );
  await pool.query(
    'insert into opt_out_links (code, user_id, recipient, created_at) values (md5($2), $1, $2, $3)',
    [id, `${name}.linked`, app.clock.now()],
  );
  await pool.query('insert into recovered_links values (md5($2 || 1), $1, $2)', [id, `${name}.linked`]);
  await pool.query('insert into link_recoveries values ($1, 1, 0, 0)', [id]);
  await pool.query('insert into erasure_wishes values ($1, $2, $3)', [id, `${name}.linked`, app.clock.now()]);
  await pool.query(
    'insert into erased_people (user_id, id, hash, erased_at) values ($1::bigint, $1::bigint + 1, sha256($2::text::bytea), $3)',
    [id, name, app.clock.now()],
  );
  await pool.query('insert into erasures (user_id, recipient) values ($1, $2)', [id, `${name}.forgotten`]);
  await pool.query('insert into deleted_do_not_contact values ($1, $2, $3)', [
    id,
    `${name}.allowed`,
    app.clock.now(),
  ]);
  await pool.query(`insert into known_addresses values ($1, '192.0.2.7', $2)`, [id, app.clock.now()]);
}
