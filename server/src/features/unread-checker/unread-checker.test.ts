import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { enrolMachine, type Machine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { expireRequests } from '../requests/expire-requests.ts';

const FIRST = { page: 1, limit: 1 };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const machine = await enrolMachine(app, user);
  const profile = (profile_name: string, part: { agent_id?: number; is_active?: boolean } = {}) =>
    createProfileRow(app.deps, { user_id: user.id, profile_name, ...part });
  const ask = async (profileIds?: number[]) => {
    const body = profileIds === undefined ? {} : { profileIds };
    return (await user.call('POST /api/unread-checker/requests', { body })).request_id;
  };
  const read = async (id: number) =>
    (await user.call('GET /api/unread-checker/requests/{id}', { params: { id } })).request;
  const take = async ({ call }: Machine) => {
    const body = { capacity: 0, wait_seconds: 0, profile_paths: [] };
    return (await call('POST /api/agent/work', { body })).requests;
  };
  const history = async (query = FIRST) =>
    await user.call('GET /api/unread-checker/requests/history', { query });
  return { app, user, machine, profile, ask, read, take, history };
}

const counted = (profile_name: string, unread_count: number, error: string | null = null) => ({
  profile_name,
  profile_path: `/p/${profile_name}`,
  unread_count,
  error,
});

test('a check shows the counts so far, and its results once it has ended', async (t) => {
  const { machine, profile, ask, read, take, history } = await start(t);
  const kiln = await profile('kiln');
  const market = await profile('market');
  await profile('off', { is_active: false });
  const id = await ask();
  assert.deepEqual((await history()).requests[0], await read(id));
  assert.deepEqual([(await read(id)).status, (await read(id)).results], ['pending', null]);
  const [request] = await take(machine);
  const profiles = [
    { profile_id: kiln, profile_name: 'kiln', profile_path: '/p/kiln' },
    { profile_id: market, profile_name: 'market', profile_path: '/p/market' },
  ];
  assert.deepEqual(request, { id, kind: 'unread', payload: { profiles } });
  const { status, agent_ids, profiles: shown } = await read(id);
  assert.deepEqual([status, agent_ids], ['running', [machine.agent_id]]);
  assert.deepEqual(
    shown.map(({ is_checking }) => is_checking),
    [true, false],
  );
  const params = { id };
  const soFar = { profiles_checked: 1, total_unread: 7, results: [counted('kiln', 7)] };
  await machine.call('POST /api/agent/requests/{id}/progress', { params, body: { results: soFar } });
  const running = await read(id);
  assert.deepEqual(running.results, soFar);
  assert.equal(running.profiles[1]?.is_checking, true);
  const results = [counted('kiln', 7), counted('market', 0, 'It is open')];
  await machine.call('POST /api/agent/requests/{id}/result', {
    params,
    body: { status: 'completed', results: { results } },
  });
  const ended = await read(id);
  assert.deepEqual(
    [ended.status, ended.results],
    ['completed', { profiles_checked: 2, total_unread: 7, results }],
  );
  assert.ok(ended.completed_at);
  assert.deepEqual((await history()).pagination, {
    currentPage: 1,
    totalPages: 1,
    totalItems: 1,
    itemsPerPage: 1,
  });
});

test("only the user's active profiles without a running campaign are checked, and one check at a time", async (t) => {
  const { app, user, profile, ask } = await start(t);
  const none = await refusal(ask());
  assert.deepEqual(
    [none.status, none.message],
    [400, 'You need at least one active profile to check for unread messages.'],
  );
  const off = await profile('off', { is_active: false });
  const busy = await profile('busy');
  assert.match((await refusal(ask([off]))).message, /^Profile off is inactive/);
  assert.equal((await refusal(ask([busy, 999_999]))).status, 404);
  assert.equal((await refusal(ask([]))).message, 'Select at least one profile');
  const other = await app.signUp();
  const foreign = other.call('POST /api/unread-checker/requests', { body: { profileIds: [busy] } });
  assert.equal((await refusal(foreign)).status, 404);

  const { template } = await user.call('POST /api/templates', { body: { name: 'Kiln', content: 'Hi' } });
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['lena'] } });
  const { campaign } = await user.call('POST /api/campaigns', {
    body: { name: 'Sept', message_template_id: template.id, list_id: list.id, profiles_used: [busy] },
  });
  await user.call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  assert.deepEqual((await refusal(ask())).message, 'Every active profile is in use by a running campaign.');
  const used = await refusal(ask([busy]));
  assert.deepEqual(
    [used.status, used.body.conflicting_profiles],
    [409, [{ name: 'busy', campaign: 'Sept' }]],
  );
  const free = await profile('free');
  const id = await ask();
  const second = await refusal(ask([free]));
  assert.deepEqual([second.status, second.message], [409, 'An unread check is under way already.']);
  const peek = other.call('GET /api/unread-checker/requests/{id}', { params: { id } });
  assert.equal((await refusal(peek)).status, 404);
});

test('a check on two machines is one: it runs until both have ended, and fails only if both did', async (t) => {
  const { app, user, machine, profile, ask, read, take, history } = await start(t);
  const laptop = await enrolMachine(app, user, 'laptop');
  await profile('kiln', { agent_id: machine.agent_id });
  await profile('market', { agent_id: laptop.agent_id });
  const id = await ask();
  const [request] = await take(machine);
  assert.deepEqual((await read(id)).status, 'running');
  await machine.call('POST /api/agent/requests/{id}/result', {
    params: { id: request?.id ?? 0 },
    body: { status: 'completed', results: { results: [counted('kiln', 2)] } },
  });
  assert.deepEqual((await read(id)).status, 'running');
  app.clock.advance(300_000);
  await expireRequests(app.deps);
  const ended = await read(id);
  const late = 'The agent did not answer in time';
  assert.deepEqual(ended.results?.results, [counted('kiln', 2), counted('market', 0, late)]);
  assert.deepEqual([ended.status, ended.error_message, ended.results?.total_unread], ['completed', null, 2]);
  assert.equal((await history({ page: 1, limit: 10 })).requests.length, 1);
  const again = await ask();
  app.clock.advance(300_000);
  await expireRequests(app.deps);
  const failed = await read(again);
  assert.deepEqual([failed.status, failed.error_message, failed.results?.results], ['failed', late, []]);
  // A page has whole checks, on however many machines each was.
  for (const [page, check] of [failed, ended].entries()) {
    const { requests, pagination } = await history({ page: page + 1, limit: 1 });
    assert.deepEqual(requests, [check]);
    assert.deepEqual([pagination.totalItems, pagination.totalPages], [2, 2]);
  }
});

test('clearing deletes every check and ends the running one; a silent one gives way to the next', async (t) => {
  const { app, user, machine, profile, ask, read, take, history } = await start(t);
  await profile('kiln');
  const id = await ask();
  await take(machine);
  await user.call('DELETE /api/unread-checker/requests/clear');
  assert.deepEqual((await history()).requests, []);
  const progress = machine.call('POST /api/agent/requests/{id}/progress', { params: { id }, body: {} });
  assert.equal((await refusal(progress)).status, 404);

  const silent = await ask();
  await take(machine);
  app.clock.advance(299_000);
  assert.equal((await refusal(ask())).status, 409);
  app.clock.advance(1000);
  const next = await ask();
  assert.deepEqual([(await read(silent)).status, (await read(next)).status], ['failed', 'pending']);
});

test('results of another form are refused, and an expired subscription does not prevent checking', async (t) => {
  const { app, machine, profile, read, take } = await start(t);
  assert.ok(machine);
  await profile('kiln');
  const expired = await app.signUp({ subscriptionDays: -1 });
  await createProfileRow(app.deps, { user_id: expired.id, profile_name: 'north' });
  const own = await enrolMachine(app, expired, 'own');
  const { request_id: id } = await expired.call('POST /api/unread-checker/requests', { body: {} });
  await take(own);
  const send = (results: Record<string, unknown>) =>
    own.call('POST /api/agent/requests/{id}/result', {
      params: { id },
      body: { status: 'completed', results },
    });
  const nonsense = await refusal(send({ results: [{ profile_path: 7 }], total_unread: 'many' }));
  assert.deepEqual(
    [nonsense.status, nonsense.message.startsWith('These are no results of "unread"')],
    [400, true],
  );
  await send({ results: [] });
  const { request } = await expired.call('GET /api/unread-checker/requests/{id}', { params: { id } });
  assert.deepEqual(request.results, { profiles_checked: 0, total_unread: 0, results: [] });
  assert.equal((await refusal(read(id))).status, 404);
});
