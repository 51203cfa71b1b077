import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { lockUser } from '../../database/locks.ts';
import { waitForLockWaits } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { hashPassword } from '../auth/passwords.ts';
import { forgetPairings } from './pairing.ts';
import { endPairings } from './queries.ts';

const MINUTE_MS = 60_000;
const LAPTOP = { machine_name: 'kiln-laptop', platform: 'win32', agent_version: '0.1.0' };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const agent = app.client();
  const ask = (device_code: string) => agent('POST /api/agent/pairings/token', { body: { device_code } });
  const open = () => agent('POST /api/agent/pairings', { body: LAPTOP });
  return { app, open, ask, user: await app.signUp() };
}

async function countPairings({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query('select from pairings');
  return rows.length;
}

test('an agent that shows a code is connected by its owner, and works with a token of its own', async (t) => {
  const { app, open, ask, user } = await start(t);
  const { device_code, user_code, expires_in, interval } = await open();
  assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.deepEqual([expires_in, interval], [600, 3]);
  assert.deepEqual(await ask(device_code), { status: 'waiting' });
  // As a person types it.
  const params = { user_code: ` ${user_code.toLowerCase().replace('-', '')}` };
  assert.deepEqual(await user.call('GET /api/agents/pairings/{user_code}', { params }), {
    ...LAPTOP,
    user_code,
    state: 'waiting',
    same_address: true,
    created_at: app.clock.now().toISOString(),
    expires_at: new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  });
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params });
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params });
  const state = async () => (await user.call('GET /api/agents/pairings/{user_code}', { params })).state;
  assert.equal(await state(), 'approved');
  const answer = await ask(device_code);
  assert.ok(answer.status === 'connected');
  assert.deepEqual(answer.user, { id: user.id, username: user.username });
  const call = app.client(answer.agent_token);
  await call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } });
  assert.equal(await state(), 'connected');
  const { agents } = await user.call('GET /api/agents');
  assert.deepEqual(
    agents.map(({ id, machine_name, connected }) => [id, machine_name, connected]),
    [[answer.agent_id, 'kiln-laptop', true]],
  );
  const { rows } = await app.database.pool.query(
    `select kind, username, detail from security_events where detail = 'kiln-laptop' order by id`,
  );
  assert.deepEqual(
    rows.map(({ kind, username }) => [kind, username]),
    [
      ['pairing_approved', user.username],
      ['agent_enrolled', user.username],
    ],
  );
});

test('a lost answer is repeated, to simultaneous calls too, and makes one agent', async (t) => {
  const { app, open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  // The person used nearly all of the time; the agent has its own.
  app.clock.advance(9 * MINUTE_MS);
  const answers = await Promise.all([ask(device_code), ask(device_code), ask(device_code)]);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(await ask(device_code), answers[0]);
  assert.equal((await user.call('GET /api/agents')).agents.length, 1);
  app.clock.advance(MINUTE_MS);
  assert.equal((await refusal(ask(device_code))).status, 404);
});

test('the database stores nothing of a code that would admit its reader', async (t) => {
  const { app, open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const answer = await ask(device_code);
  assert.ok(answer.status === 'connected');
  const { rows } = await app.database.pool.query(
    `select row_to_json(pairings)::text || (select string_agg(row_to_json(sessions)::text, '') from sessions) as text from pairings`,
  );
  const kept = rows[0].text as string;
  for (const secret of [device_code, answer.agent_token]) assert.ok(!kept.includes(secret.slice(3)));
});

test('a code expires after ten minutes, with a sentence for both sides', async (t) => {
  const { app, open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  app.clock.advance(10 * MINUTE_MS);
  const late = await refusal(ask(device_code));
  assert.deepEqual([late.status, late.message], [404, 'The code has expired. Please ask for another one.']);
  const params = { user_code };
  const { state } = await user.call('GET /api/agents/pairings/{user_code}', { params });
  assert.equal(state, 'expired');
  const approval = await refusal(user.call('POST /api/agents/pairings/{user_code}/approve', { params }));
  assert.deepEqual(
    [approval.status, approval.message],
    [404, 'This code has expired. The agent shows the next one.'],
  );
  await app.deps.asSystem('test', (tx) => forgetPairings(tx, app.clock.now()));
  assert.equal(await countPairings(app), 1);
  app.clock.advance(60 * MINUTE_MS);
  await app.deps.asSystem('test', (tx) => forgetPairings(tx, app.clock.now()));
  assert.equal(await countPairings(app), 0);
});

test('a machine that never fetched its token is not listed for ever; one that did is', async (t) => {
  const { app, open, ask, user } = await start(t);
  const tokens: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { device_code, user_code } = await open();
    await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
    const answer = await ask(device_code);
    assert.ok(answer.status === 'connected');
    tokens.push(answer.agent_token);
  }
  const [lost = '', kept = ''] = tokens;
  const work = { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } };
  await app.client(kept)('POST /api/agent/work', work);
  const forget = () => app.deps.asSystem('test', (tx) => forgetPairings(tx, app.clock.now()));
  app.clock.advance(10 * MINUTE_MS);
  await forget();
  assert.equal((await user.call('GET /api/agents')).agents.length, 2);
  app.clock.advance(60 * MINUTE_MS);
  await forget();
  assert.equal((await user.call('GET /api/agents')).agents.length, 1);
  assert.equal((await refusal(app.client(lost)('POST /api/agent/work', work))).status, 401);
  await app.client(kept)('POST /api/agent/work', work);
});

test('a refused machine is told so, and is not connected afterwards', async (t) => {
  const { open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  const params = { user_code };
  await user.call('POST /api/agents/pairings/{user_code}/refuse', { params });
  const refused = await refusal(ask(device_code));
  assert.deepEqual([refused.status, refused.message], [403, 'This machine was refused on the page.']);
  const approval = await refusal(user.call('POST /api/agents/pairings/{user_code}/approve', { params }));
  assert.equal(approval.status, 409);
  assert.equal((await user.call('GET /api/agents/pairings/{user_code}', { params })).state, 'refused');
});

test("another user's code is a wrong one, and a user's wrong codes are limited without affecting the sign-in", async (t) => {
  const { app, open, user } = await start(t);
  const { user_code } = await open();
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const other = await app.signUp();
  const read = (code: string) =>
    other.call('GET /api/agents/pairings/{user_code}', { params: { user_code: code } });
  const foreign = await refusal(read(user_code));
  assert.deepEqual(
    [foreign.status, foreign.message],
    [404, 'No agent shows this code. Check it, or start the agent again for a new one.'],
  );
  for (let tries = 1; tries < 10; tries += 1) assert.equal((await refusal(read('no code'))).status, 404);
  const own = await open();
  const limited = await refusal(read(own.user_code));
  assert.deepEqual(
    [limited.status, limited.message, limited.retryAfter],
    [429, 'Too many wrong codes. Please wait a few minutes and try again.', 900],
  );
  // It counts neither for other callers nor as a failed sign-in.
  await user.call('GET /api/agents/pairings/{user_code}', { params: { user_code: own.user_code } });
  const { rows } = await app.database.pool.query('select distinct username from login_failures');
  assert.deepEqual(rows, [{ username: `pairing:${other.username}` }]);
  app.clock.advance(15 * MINUTE_MS);
  assert.equal((await read((await open()).user_code)).state, 'waiting');
});

test('an approval ends with its session: a changed password ends it too', async (t) => {
  const { open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  await user.call('POST /api/auth/logout');
  assert.equal((await refusal(ask(device_code))).status, 404);
});

test('any new password ends an unfetched approval, also if its session stays', async (t) => {
  const { app, open, ask, user } = await start(t);
  const ida = await app.signUp({ role: 'admin' });
  await app.database.pool.query('update users set password_hash = $2 where id = $1', [
    user.id,
    await hashPassword('raku-night'),
  ]);
  const approve = async (by: SignedUp) => {
    const { device_code, user_code } = await open();
    await by.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
    return { device_code, user_code };
  };
  const first = await approve(user);
  const fetched = await approve(user);
  const answer = await ask(fetched.device_code);
  assert.ok(answer.status === 'connected');
  await user.call('PUT /api/auth/password', {
    body: { current_password: 'raku-night', new_password: 'glaze-9000' },
  });
  for (const { device_code } of [first, fetched]) {
    const ended = await refusal(ask(device_code));
    assert.deepEqual(
      [ended.status, ended.message],
      [404, 'The code has expired. Please ask for another one.'],
    );
  }
  const { state } = await user.call('GET /api/agents/pairings/{user_code}', {
    params: { user_code: first.user_code },
  });
  assert.equal(state, 'expired');
  assert.deepEqual((await user.call('GET /api/agents/pairings')).pairings, []);

  // An administrator's own session stays when they set their own password.
  const hers = await approve(ida);
  await ida.call('PUT /api/users/{id}/password', {
    params: { id: ida.id },
    body: { new_password: 'slow-kitchen' },
  });
  assert.equal((await refusal(ask(hers.device_code))).status, 404);
});

test('a machine that asks for its token while the password changes gets none', async (t) => {
  const { app, open, ask, user } = await start(t);
  const { device_code, user_code } = await open();
  await user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  let asked: Promise<{ status: number }> | undefined;
  await app.deps.asUser(user.id, async (tx) => {
    await lockUser(tx, user.id);
    asked = refusal(ask(device_code));
    await waitForLockWaits(app.database, 1);
    await endPairings(tx, { user_id: user.id, now: app.clock.now() });
  });
  assert.equal((await asked)?.status, 404);
  assert.deepEqual((await user.call('GET /api/agents')).agents, []);
});

test('an approved machine that has not come is listed, and can be refused', async (t) => {
  const { app, open, ask, user } = await start(t);
  const [one, two] = [await open(), await open()];
  const approve = (user_code: string) =>
    user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } });
  const listed = async (by = user) =>
    (await by.call('GET /api/agents/pairings')).pairings.map(({ user_code }) => user_code);
  const revoke = (user_code: string, by = user) =>
    by.call('DELETE /api/agents/pairings/{user_code}', { params: { user_code } });
  await approve(one.user_code);
  await approve(two.user_code);
  assert.deepEqual((await user.call('GET /api/agents/pairings')).pairings[0], {
    ...LAPTOP,
    user_code: (await listed())[0],
    created_at: app.clock.now().toISOString(),
    expires_at: new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  });
  const stranger = await app.signUp();
  assert.deepEqual(await listed(stranger), []);
  assert.equal((await refusal(revoke(one.user_code, stranger))).status, 404);
  await revoke(one.user_code.toLowerCase());
  assert.deepEqual(await listed(), [two.user_code]);
  const refused = await refusal(ask(one.device_code));
  assert.deepEqual([refused.status, refused.message], [403, 'This machine was refused on the page.']);
  assert.equal((await refusal(revoke(one.user_code))).status, 404);
  await ask(two.device_code);
  assert.deepEqual(await listed(), []);
  const late = await refusal(revoke(two.user_code));
  assert.deepEqual(
    [late.status, late.message],
    [404, 'This machine does not wait any more: it has come, or its time is over.'],
  );
  const three = await open();
  await approve(three.user_code);
  app.clock.advance(10 * MINUTE_MS);
  assert.deepEqual(await listed(), []);
  assert.equal((await refusal(revoke(three.user_code))).status, 404);
});

test('an address has at most thirty open codes, and a user fifty machines', async (t) => {
  const { app, open, user } = await start(t);
  for (let count = 0; count < 30; count += 1) await open();
  const limited = await refusal(open());
  assert.deepEqual([limited.status, limited.retryAfter], [429, 60]);
  app.clock.advance(10 * MINUTE_MS);
  const { user_code } = await open();
  await app.database.pool.query(
    `insert into agents (user_id, machine_name, platform, agent_version, firefox_profiles, created_at)
     select $1, 'machine ' || n, 'linux', '0.1.0', '[]', $2 from generate_series(1, 50) n`,
    [user.id, app.clock.now()],
  );
  const full = await refusal(
    user.call('POST /api/agents/pairings/{user_code}/approve', { params: { user_code } }),
  );
  assert.match(full.message, /^You have 50 machines\./);
});
