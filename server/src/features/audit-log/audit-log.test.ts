import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { requeueDeletedCampaigns } from '../../engine/requeue/requeue.ts';
import { startWorld } from '../../testing/engine-world.ts';
import { rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { verifyAuditLog } from './verify.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const ida = await app.signUp({ role: 'admin' });
  const said = async (query: object = {}) =>
    (await ida.call('GET /api/audit-log', { query: { limit: 100, ...query } })).entries;
  return { app, ida, said };
}

test('changes of an account by administrators are logged with actor, before and after, and without secrets', async (t) => {
  const { app, ida, said } = await start(t);
  const account = { username: 'Marta', password: 'kiln-9000', role: 'user', pack: 'starter' } as const;
  const { user } = await ida.call('POST /api/users', {
    body: { ...account, subscription_end_date: '2026-10-01' },
  });
  const params = { id: user.id };
  const change = { username: 'Marta', role: 'user', pack: 'pro', is_active: false } as const;
  await ida.call('PUT /api/users/{id}', { params, body: change });
  await ida.call('PUT /api/users/{id}/password', { params, body: { new_password: 'raku-night' } });
  const link = await ida.call('POST /api/users/{id}/reset-link', { params });
  await ida.call('DELETE /api/users/{id}', { params });
  const lines = (await said({ who: ida.username })).filter(({ user_id }) => user_id === user.id).reverse();
  assert.deepEqual(
    lines.map(({ actor_name, kind, action, subject_name }) => [actor_name, kind, action, subject_name]),
    [
      [ida.username, 'user', 'created', 'Marta'],
      [ida.username, 'user', 'changed', 'Marta'],
      [ida.username, 'subscription', 'changed', 'Marta'],
      [ida.username, 'password', 'changed', 'Marta'],
      [ida.username, 'reset_link', 'created', null],
      [ida.username, 'user', 'deleted', 'Marta'],
    ],
  );
  assert.deepEqual([lines[1]?.before, lines[1]?.after], [{ is_active: true }, { is_active: false }]);
  assert.deepEqual([lines[2]?.before, lines[2]?.after], [{ pack: 'starter' }, { pack: 'pro' }]);
  assert.equal(lines[0]?.address, '127.0.0.1');
  assert.equal(lines[0]?.created_at, app.clock.now().toISOString());
  const text = JSON.stringify(lines);
  for (const secret of ['kiln-9000', 'raku-night', link.token, 'argon2']) assert.ok(!text.includes(secret));
  assert.deepEqual(await verifyAuditLog(app.database.pool), { entries: (await said()).length, errors: [] });
});

test("an administrator's address is shown to administrators, but not to the changed user", async (t) => {
  const { app, ida, said } = await start(t);
  const user = await app.signUp();
  const params = { id: user.id };
  await ida.call('PUT /api/users/{id}', {
    params,
    body: { username: user.username, role: 'user', pack: 'pro', is_active: true },
  });
  await user.call('PUT /api/settings', { body: { max_retries: 5, delay_start: 350, delay_end: 450 } });
  const { entries } = await user.call('GET /api/audit-log/own', { query: { limit: 100 } });
  const told = entries.map(({ actor_name, kind, address }) => [actor_name, kind, address]);
  const byPeople = told.filter(([name]) => name !== null);
  assert.deepEqual(byPeople, [
    [user.username, 'settings', '127.0.0.1'],
    [ida.username, 'subscription', null],
  ]);
  const line = (await said({ who: ida.username })).find(({ kind }) => kind === 'subscription');
  assert.deepEqual([line?.actor_name, line?.address], [ida.username, '127.0.0.1']);
});

test("a user's changes are in the user's own activity, and in no other", async (t) => {
  const world = await startWorld(t);
  const { app, user } = world;
  await user.call('PUT /api/settings', { body: { max_retries: 5, delay_start: 350, delay_end: 450 } });
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln' } });
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['ada', 'bo'] } });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
  const campaign = await world.campaign({ list: list.id, profiles: [await world.profile('shop')] });
  await world.start(campaign);
  await user.call('DELETE /api/campaigns/{id}', { params: { id: campaign }, body: {} });
  await requeueDeletedCampaigns(app.deps);
  await user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
  const query = { limit: 100 };
  const own = (await user.call('GET /api/audit-log/own', { query })).entries.reverse();
  const lines = own.filter(({ actor_id }) => actor_id === user.id);
  assert.deepEqual(
    lines.map(({ kind, action, subject_name }) => [kind, action, subject_name]),
    [
      ['agent', 'created', 'studio'],
      ['settings', 'changed', null],
      ['list', 'created', 'Kiln'],
      ['recipients', 'changed', 'Kiln'],
      ['do_not_contact', 'created', null],
      ['template', 'created', 'Hello'],
      ['campaign', 'created', 'Spring'],
      ['campaign', 'changed', 'Spring'],
      ['campaign', 'deleted', 'Spring'],
      ['list', 'deleted', 'Kiln'],
    ],
  );
  assert.deepEqual(lines[1]?.after, { max_retries: 5 });
  assert.deepEqual(lines[3]?.after, { imported: 2 });
  assert.deepEqual([lines[7]?.before, lines[7]?.after], [{ status: 'pending' }, { status: 'running' }]);
  const stranger = await app.signUp();
  const theirs = (await stranger.call('GET /api/audit-log/own', { query })).entries;
  assert.ok(theirs.every(({ user_id }) => user_id === stranger.id));
  assert.equal((await refusal(stranger.call('GET /api/audit-log'))).status, 403);
});

test('lines are found by actor, kind, date and text, a page at a time', async (t) => {
  const { app, ida, said } = await start(t);
  const marta = await app.signUp();
  await marta.call('POST /api/lists', { body: { name: 'Kiln' } });
  app.clock.advance(3 * 86_400_000);
  await marta.call('POST /api/lists', { body: { name: 'Glaze' } });
  const names = async (query: object) => (await said(query)).map(({ subject_name }) => subject_name);
  assert.deepEqual(await names({ who: marta.username, kind: 'list' }), ['Glaze', 'Kiln']);
  assert.deepEqual(await names({ search: 'kiln' }), ['Kiln']);
  const day = app.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(await names({ kind: 'list', start_date: day }), ['Glaze']);
  assert.deepEqual(await names({ kind: 'list', end_date: '2026-09-13' }), ['Kiln']);
  const query = { kind: 'list', limit: 1, page: 2 } as const;
  const { entries, pagination } = await ida.call('GET /api/audit-log', { query });
  assert.deepEqual([entries[0]?.subject_name, pagination.totalItems], ['Kiln', 2]);
});

test("a change that is rolled back leaves no line, and the server's own change has no actor", async (t) => {
  const { app, said } = await start(t);
  const marta = await app.signUp();
  const before = (await said()).length;
  await assert.rejects(
    app.deps.asUser(marta.id, async (tx) => {
      await tx
        .insertInto('lists')
        .values({ user_id: marta.id, name: 'Gone', created_at: app.clock.now() })
        .execute();
      throw new Error('no');
    }),
    /no/,
  );
  assert.equal((await said()).length, before);
  await app.database.pool.query('update users set pack = $2 where id = $1', [marta.id, 'pro']);
  const [line] = await said({ kind: 'subscription' });
  assert.deepEqual([line?.actor_id, line?.actor_name], [null, null]);
});

test('a change of many rows writes the end of its chain once, however many lines it has', async (t) => {
  const { app } = await start(t);
  const [marta, nils] = [await app.signUp(), await app.signUp()];
  const client = await app.database.pool.connect();
  const addLists = (user_id: number, count: number) =>
    client.query(
      `insert into lists (user_id, name, created_at) select $1, 'List ' || n, now() from generate_series(1, $2::int) n`,
      [user_id, count],
    );
  /** Of this connection, which goes on counting from one transaction to the next. */
  const heads = async (): Promise<number> => {
    const counted = `select pg_stat_get_xact_tuples_updated('audit_heads'::regclass)::int as written`;
    return (await client.query(counted)).rows[0].written;
  };
  await client.query('begin');
  const before = await heads();
  for (const { id } of [marta, nils, marta]) await addLists(id, 20);
  await client.query('set constraints all immediate');
  const written = (await heads()) - before;
  await client.query('commit');
  await addLists(nils.id, 1);
  client.release();
  assert.equal(written, 2);
  assert.deepEqual((await verifyAuditLog(app.database.pool)).errors, []);
});

test('a change by a database function for the server has no actor, and does not count as unproven', async (t) => {
  const world = await startWorld(t);
  const { app, user } = world;
  const { list } = await user.call('POST /api/lists', { body: { name: 'Kiln' } });
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['ada'] } });
  const campaign_id = await world.campaign({ list: list.id, profiles: [await world.profile('shop')] });
  await world.start(campaign_id);
  const paused = { user_id: user.id, campaign_id, status: 'paused', pause: { kind: 'account' } };
  await app.deps.callAsSystem('record_courses', [app.clock.now(), JSON.stringify([paused])]);
  const { rows } = await app.database.pool.query(
    `select actor_id, actor_name, after from audit_log where kind = 'campaign' order by id desc limit 1`,
  );
  assert.deepEqual(rows, [{ actor_id: null, actor_name: null, after: { status: 'paused' } }]);
});

test('no role may write, change or delete a line, and a forced change is found', async (t) => {
  const { app } = await start(t);
  const marta = await app.signUp();
  await marta.call('POST /api/lists', { body: { name: 'Kiln' } });
  await marta.call('POST /api/lists', { body: { name: 'Glaze' } });
  const { pool } = app.database;
  for (const attempt of [
    "insert into audit_log values (1, 99, null, null, 'list', 'created', null, null, null, null, null, now(), '')",
    "update audit_log set subject_name = 'x'",
    'delete from audit_log',
  ]) {
    await assert.rejects(
      app.deps.asUser(marta.id, (tx) => tx.query(attempt)),
      /permission denied/,
    );
    await assert.rejects(
      app.deps.asSystem('register', (tx) => tx.query(attempt)),
      /permission denied/,
    );
  }
  await assert.rejects(pool.query('delete from audit_log'), /only added to/);
  const errorsAfter = async (change: string) => {
    let found: string[] = [];
    await rolledBack(app.database, async (client) => {
      await client.query('alter table audit_log disable trigger kept');
      await client.query(change, [marta.id]);
      found = (await verifyAuditLog(client)).errors.map(({ error }) => error);
    });
    return found;
  };
  const last = '(select max(id) from audit_log where user_id = $1)';
  for (const [change, errors] of [
    [
      "update audit_log set subject_name = 'x' where user_id = $1 and subject_name = 'Kiln'",
      ['It was changed.'],
    ],
    ["delete from audit_log where user_id = $1 and subject_name = 'Kiln'", ['Lines before it are missing.']],
    [`delete from audit_log where user_id = $1 and id = ${last}`, ['Lines are missing at the end.']],
    ['delete from audit_log where user_id = $1', ['Lines are missing at the end.']],
  ] as const)
    assert.deepEqual(await errorsAfter(change), errors, change);
  assert.deepEqual((await verifyAuditLog(pool)).errors, []);
});

/** Tables of user data whose changes are not logged one by one, with the reason. */
const NOT_AUDITED: Record<string, string> = {
  agent_grants: 'what sending did',
  audit_heads: 'the log itself',
  audit_log: 'the log itself',
  import_choices: 'which column of a file had the names',
  recipient_imports: 'what an import added, told of its list',
  campaign_logs: 'what sending did, told in it',
  campaign_profiles: 'chosen with their campaign',
  campaign_progress: 'what sending did',
  daily_performance: 'what sending did',
  sending_days: 'what sending did',
  sources: 'what is known of people stays with them',
  withdrawn_sources: 'kept with its reason, on the person’s page',
  deleted_deliveries: 'what sending did',
  deleted_do_not_contact: 'told of do_not_contact',
  deleted_recipients: 'told by the calls that delete',
  deliveries: 'what sending did, told in campaign_logs',
  erased_people: 'told by the calls that erase and take off',
  erasure_wishes: 'asked by a person on their own page',
  erasures: 'told by the call that erases',
  freezes: 'follows from a restore',
  known_addresses: 'follows from a sign-in',
  mails: 'follows from what was done',
  message_ledger: 'what sending did',
  notification_choices: 'changes nothing but what the user hears',
  notifications: 'follow from what is told elsewhere',
  opt_out_links: 'made by a claim; the code stands nowhere else',
  replaced_values: 'what is known of people stays with them',
  recovered_links: 'follows from a restore',
  link_recoveries: 'follows from a restore',
  people: 'what is known of people stays with them',
  people_versions: 'follows from what is known of people',
  person_notes: 'what is known of people stays with them',
  replies: 'what is known of people stays with them',
  pairings: 'becomes an agent, or nothing',
  recipients: 'told by the calls: one line for however many',
  requests: 'asked of an agent, gone after minutes',
  security_events: 'a log of its own',
  ticket_messages: 'told in the ticket',
  tickets: 'told in the ticket',
  visits: 'follows from looking at the dashboard',
};

test('every table of user data writes the log, or is listed as an exception', async (t) => {
  const { app } = await start(t);
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' and not exists (
       select from pg_trigger where tgrelid = table_name::regclass and tgname like 'audited%') order by 1`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(NOT_AUDITED).sort(),
  );
});
