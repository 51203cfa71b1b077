import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Call } from '@pigeonpost/contract/client';
import { touchAgent } from '../../testing/agent-signs.ts';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { createDayRow, createProfileRow, setProgress } from '../../testing/rows.ts';
import { type SignedUp, startTestApp, type TestApp } from '../../testing/test-app.ts';

const PAUSED_BY_ENGINE = 'No profile of this campaign is able to send';
const MINUTE_MS = 60_000;
const needs = (call: Call, here: '0' | '1' = '0') =>
  call('GET /api/dashboard/needs-you', { query: { here } });

async function makeCampaign(
  app: TestApp,
  user: SignedUp,
  campaign: {
    name: string;
    status: 'running' | 'paused' | 'completed';
    profiles?: Parameters<typeof createProfileRow>[1][];
    paused_reason?: string;
    completed_at?: Date;
  },
): Promise<number> {
  const { name, status, profiles = [], paused_reason = null, completed_at = null } = campaign;
  const profile_ids: number[] = [];
  for (const profile of profiles) profile_ids.push(await createProfileRow(app.deps, profile));
  const id = await createCampaignRow(app.deps, { user_id: user.id, name, status, profile_ids });
  await app.deps.asUser(user.id, (tx) =>
    tx.updateTable('campaigns').set({ paused_reason, completed_at }).where('id', '=', id).execute(),
  );
  await setProgress(
    app.deps,
    { user_id: user.id, campaign_id: id },
    { mark: 1, total_list: 150, total_sent: 2 },
  );
  return id;
}

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const profile = (profile_name: string, more = {}) => ({ user_id: user.id, profile_name, ...more });
  return { app, user, profile, now: app.clock.now() };
}

test('a user who needs nothing sees nothing, and a person’s own pause does not count', async (t) => {
  const { app, user, profile } = await start(t);
  await makeCampaign(app, user, { name: 'Mine', status: 'paused', profiles: [profile('one')] });
  await makeCampaign(app, user, { name: 'Done', status: 'completed', profiles: [profile('two')] });
  assert.deepEqual(await needs(user.call), {
    standing: [],
    standing_count: 0,
    blocked_profiles: { count: 0, names: [] },
    signed_out_profiles: { count: 0, names: [] },
    obstacles: [],
    unclear: { count: 0, campaigns: 0, campaign_id: null },
    undecided_replies: 0,
    away_agents: [],
    connected_agents: [],
    subscription_end_date: null,
    replies: { count: 0, ticket_id: null, subject: null },
    since: null,
  });
});

test('a paused campaign says which of its profiles rest, and once one can send again, to start it', async (t) => {
  const { app, user, profile, now } = await start(t);
  const blocked = { blocked_at: now };
  const make = (name: string, profiles: ReturnType<typeof profile>[]) =>
    makeCampaign(app, user, { name, status: 'paused', paused_reason: PAUSED_BY_ENGINE, profiles });
  await make('one', [profile('a', blocked)]);
  await make('both', [profile('b', blocked), profile('c', blocked)]);
  await make('mixed', [
    profile('d', blocked),
    profile('e', { signed_out_at: now }),
    profile('f', { is_active: false }),
  ]);
  await make('none', []);
  await make('ready', [profile('g'), profile('h', blocked)]);
  const { standing, standing_count, blocked_profiles, signed_out_profiles } = await needs(user.call);
  assert.deepEqual(
    standing.map(({ name, reason, act, pending }) => [name, reason, act, pending]),
    [
      ['ready', 'A profile of it can send again.', 'start', 148],
      ['none', 'None of its profiles is left.', 'look', 148],
      ['mixed', '1 blocked, 1 signed out, 1 switched off: no profile can send.', 'look_at_profiles', 148],
      ['both', 'Both profiles are blocked.', 'look_at_profiles', 148],
      ['one', 'Its profile is blocked.', 'look_at_profiles', 148],
    ],
  );
  assert.equal(standing_count, 5);
  // The others are told with the campaigns that they stop.
  assert.deepEqual(blocked_profiles, { count: 1, names: ['h'] });
  assert.deepEqual(signed_out_profiles, { count: 0, names: [] });
});

test('a campaign that is paused for a look, or by its last moment, says so and leads to its page', async (t) => {
  const { app, user, profile } = await start(t);
  const reasons = [
    'The first 10 are done: have a look, then press Start',
    'Its last moment, 02-10-2026 20:00, has passed',
  ];
  for (const [index, paused_reason] of reasons.entries())
    await makeCampaign(app, user, {
      name: `c${index}`,
      status: 'paused',
      paused_reason,
      profiles: [profile(`p${index}`)],
    });
  const { standing } = await needs(user.call);
  assert.deepEqual(
    standing.map(({ reason, act }) => [reason, act]),
    reasons.map((reason) => [`${reason}.`, 'look']).reverse(),
  );
});

test('a running campaign stands still without an agent, then because of a window, then not', async (t) => {
  const { app, user, profile } = await start(t);
  const campaign_id = await makeCampaign(app, user, {
    name: 'Kiln',
    status: 'running',
    profiles: [profile('one')],
  });
  const machine = await enrolMachine(app, user, 'studio');
  await machine.report({ folders: ['/p/one'], open: ['/p/one'] });
  const alone = await needs(user.call);
  assert.deepEqual(
    alone.standing.map(({ act }) => act),
    ['start_agent'],
  );
  assert.deepEqual(alone.away_agents, [], 'told with the campaign that it stops');

  await touchAgent(app.deps, { user_id: user.id, agent_id: machine.agent_id });
  const waiting = await needs(user.call);
  assert.deepEqual(waiting.away_agents, []);
  assert.deepEqual(waiting.connected_agents, ['studio']);
  const [standing] = waiting.standing;
  assert.equal(standing?.campaign_id, campaign_id);
  assert.equal(standing?.act, 'close_windows');
  assert.deepEqual(
    standing?.open_windows.map(({ profile_path }) => profile_path),
    ['/p/one'],
  );
  await machine.report({ folders: ['/p/one'] });
  assert.deepEqual((await needs(user.call)).standing, []);
});

test('unclear outcomes, a near end and an answered ticket wait for their user alone', async (t) => {
  const { app, user } = await start(t);
  const [nils, admin] = [await app.signUp({ subscriptionDays: 13 }), await app.signUp({ role: 'admin' })];
  const campaign_id = await makeCampaign(app, nils, { name: 'Kiln', status: 'completed' });
  await app.database.pool.query(
    'update campaign_progress set total_failed = 4, total_uncertain = 3 where campaign_id = $1',
    [campaign_id],
  );
  const ticket = await nils.call('POST /api/support', {
    body: { subject: 'A question', description: 'How?', priority: 'low', category: 'general' },
  });
  assert.equal((await needs(nils.call)).replies.count, 0, 'his own message is no waiting reply');
  const params = { id: ticket.id };
  await admin.call('POST /api/support/{id}/messages', { params, body: { message: 'So.' } });
  const his = await needs(nils.call);
  assert.deepEqual(his.unclear, { count: 3, campaigns: 1, campaign_id });
  assert.deepEqual(his.replies, { count: 1, ticket_id: ticket.id, subject: 'A question' });
  assert.ok(his.subscription_end_date);
  const hers = await needs(user.call);
  assert.deepEqual([hers.unclear.count, hers.replies.count, hers.subscription_end_date], [0, 0, null]);
  await nils.call('POST /api/support/{id}/messages', { params, body: { message: 'Thanks' } });
  assert.equal((await needs(nils.call)).replies.count, 0);
});

test('since the previous visit sent, failed and ended are reported, and a call without a viewer is no visit', async (t) => {
  const { app, user, profile } = await start(t);
  const profile_id = await createProfileRow(app.deps, profile('one'));
  const send = async (day: string, campaign_id: number) =>
    createDayRow(app.deps, { user_id: user.id, day, campaign_id, profile_id, sent: 5, failed: 1 });
  const early = await makeCampaign(app, user, {
    name: 'Early',
    status: 'completed',
    completed_at: app.clock.now(),
  });
  await send('2026-09-11', early);
  assert.equal((await needs(user.call, '1')).since, null, 'a first visit has none before it');
  const left = app.clock.now().toISOString();

  app.clock.advance(31 * MINUTE_MS);
  await send('2026-09-12', early);
  await makeCampaign(app, user, { name: 'Late', status: 'completed', completed_at: app.clock.now() });
  assert.equal((await needs(user.call)).since, null, 'nobody looks');
  const told = async () => {
    const { since } = await needs(user.call, '1');
    return since && { ...since, ended: since.ended.map(({ name }) => name) };
  };
  const expected = { at: left, sent: 5, failed: 1, ended: ['Late'], ended_count: 1 };
  assert.deepEqual(await told(), expected);
  // The same visit: its beginning stays.
  app.clock.advance(29 * MINUTE_MS);
  assert.deepEqual(await told(), expected);
  app.clock.advance(29 * MINUTE_MS);
  assert.deepEqual(await told(), expected);
});

test('an administrator sees all users, and no other user does', async (t) => {
  const app = await startTestApp(t);
  const admin = await app.signUp({ role: 'admin', subscriptionDays: null });
  const [soon, later, over] = [
    await app.signUp({ subscriptionDays: 4 }),
    await app.signUp({ subscriptionDays: 20 }),
    await app.signUp({ subscriptionDays: -1 }),
  ];
  const profile = (user: SignedUp) => ({ user_id: user.id, profile_name: 'one' });
  await makeCampaign(app, soon, { name: 'Still', status: 'running', profiles: [profile(soon)] });
  await makeCampaign(app, later, { name: 'Moves', status: 'running', profiles: [profile(later)] });
  const machine = await enrolMachine(app, later, 'studio');
  await machine.report({ folders: ['/p/one'] });
  const write = (user: SignedUp, subject: string, priority: 'urgent' | 'low') =>
    user.call('POST /api/support', { body: { subject, description: 'x', priority, category: 'general' } });
  await write(over, 'Low', 'low');
  app.clock.advance(MINUTE_MS);
  await write(over, 'Urgent', 'urgent');

  // A minute without a sign of life would be an agent that is away.
  await touchAgent(app.deps, { user_id: later.id, agent_id: machine.agent_id });

  const overview = await admin.call('GET /api/dashboard/overview');
  assert.deepEqual(overview.users, { total: 4, active: 3, expired: 1, new_this_week: 4 });
  assert.deepEqual(
    overview.ending.users.map(({ username, running_campaigns }) => [username, running_campaigns]),
    [[soon.username, 1]],
  );
  assert.equal(overview.ending.total, 1);
  assert.deepEqual(
    overview.tickets.waiting.map(({ subject }) => subject),
    ['Urgent', 'Low'],
  );
  assert.deepEqual([overview.tickets.total, overview.tickets.urgent], [2, 1]);
  assert.deepEqual(
    overview.running.campaigns.map(({ name, username, waiting_reason }) => [
      name,
      username,
      waiting_reason !== null,
    ]),
    [
      ['Still', soon.username, true],
      ['Moves', later.username, false],
    ],
  );
  assert.deepEqual([overview.running.total, overview.running.users, overview.running.standing], [2, 2, 1]);
  assert.equal(overview.disk_free, null);
  app.deps.disk.tooFew = () => 840_000_000;
  assert.equal((await admin.call('GET /api/dashboard/overview')).disk_free, 840_000_000);
  await assert.rejects(soon.call('GET /api/dashboard/overview'), { status: 403 });
});
