import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changeUsers } from '../testing/change-users.ts';
import { enrolMachine } from '../testing/machine.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { startTimers } from '../timers.ts';

const OWNER = { username: 'Marta', password: 'kiln-9000' };
const DAY_MS = 86_400_000;

async function start(t: TestContext) {
  const app = await startTestApp(t);
  await app.client()('POST /api/auth/register', { body: OWNER });
  const login = (password = OWNER.password, username = 'marta') =>
    app.client()('POST /api/auth/login', { body: { username, password } });
  return { app, login };
}

async function eventsOf({ database }: TestApp) {
  const { rows } = await database.pool.query('select * from security_events order by id');
  return rows;
}

async function kindsOf(app: TestApp): Promise<string[]> {
  return (await eventsOf(app)).map(({ kind }) => kind);
}

test('events of an account are logged with user, address and time', async (t) => {
  const { app, login } = await start(t);
  const { token, user } = await login();
  await refusal(login('wrong'));
  const own = app.client(token);
  const machine = await enrolMachine(app, { ...user, token, call: own });
  await own('DELETE /api/agents/{id}', { params: { id: machine.agent_id } });
  const change = (current_password: string) =>
    own('PUT /api/auth/password', { body: { current_password, new_password: 'raku-night' } });
  await refusal(change('wrong'));
  await change(OWNER.password);
  await app.client()('POST /api/auth/forgot-password', { body: { username: 'MARTA' } });
  await own('POST /api/auth/logout');
  const events = await eventsOf(app);
  assert.deepEqual(
    events.map(({ kind, detail }) => [kind, detail]),
    [
      ['registered', ''],
      ['sign_in', ''],
      ['sign_in_failed', ''],
      ['agent_enrolled', 'studio'],
      ['agent_revoked', 'studio'],
      ['password_change_failed', ''],
      ['password_changed', ''],
      ['reset_requested', ''],
      ['sign_out', ''],
    ],
  );
  for (const event of events) {
    assert.equal(event.user_id, user.id, event.kind);
    assert.equal(event.address, '127.0.0.1');
    assert.equal(event.user_agent, 'node');
    assert.equal(event.created_at, app.clock.now().toISOString());
  }
  const text = JSON.stringify(events);
  for (const secret of [OWNER.password, 'wrong', 'raku-night', token, machine.token])
    assert.ok(!text.includes(secret), 'no password and no token');
});

test('refusals are logged, and a repeated one once a minute at most', async (t) => {
  const { app, login } = await start(t);
  const { token, user } = await login();
  const machine = await enrolMachine(app, { ...user, token, call: app.client(token) });
  const id = user.id;
  await refusal(machine.call('GET /api/lists'));
  await refusal(machine.call('GET /api/lists'));
  app.clock.advance(60_000);
  await refusal(machine.call('GET /api/lists'));
  await refusal(app.client(token)('GET /api/agent/profiles/{id}/sign-in', { params: { id: 7 } }));
  await changeUsers(app, 'update users set is_active = false');
  await refusal(login());
  await refusal(app.client(token)('GET /api/lists'));
  const refusals = (await eventsOf(app)).slice(3);
  assert.deepEqual(
    refusals.map(({ kind, detail, user_id }) => [kind, detail, user_id]),
    [
      ['forbidden', 'GET /api/lists', id],
      ['forbidden', 'GET /api/lists', id],
      ['forbidden', 'GET /api/agent/profiles/{id}/sign-in', id],
      ['sign_in_disabled', '', id],
      ['token_disabled', 'GET /api/lists', id],
    ],
  );
});

test('an unknown name is logged as typed, cut, and throttling is logged', async (t) => {
  const { app, login } = await start(t);
  const typed = `No\u0000body${'x'.repeat(150)}`;
  for (let tries = 0; tries < 13; tries++) await refusal(login('wrong', 'Nobody'));
  assert.equal((await refusal(login('wrong', typed))).status, 400);
  const [, ...events] = await eventsOf(app);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    [...Array(10).fill('sign_in_failed'), 'sign_in_throttled'],
  );
  assert.deepEqual([events[0].username, events[0].user_id], ['Nobody', null]);
  await refusal(login('wrong', 'x'.repeat(150)));
  assert.equal((await eventsOf(app)).at(-1).username, 'x'.repeat(100));
});

test('a taken name, a wrong own password and a reset request are logged for unknown names alike', async (t) => {
  const { app } = await start(t);
  await refusal(app.client()('POST /api/auth/register', { body: { ...OWNER, username: 'MARTA' } }));
  await app.client()('POST /api/auth/forgot-password', { body: { username: 'nobody' } });
  assert.deepEqual(await kindsOf(app), ['registered', 'registration_failed', 'reset_requested']);
});

test('a line that cannot be written affects no other', async (t) => {
  const { app, login } = await start(t);
  await app.database.pool.query('drop table security_events');
  const { token } = await login();
  assert.equal((await refusal(login('wrong'))).status, 401);
  await app.client(token)('POST /api/auth/logout');
  await app.client()('POST /api/auth/register', { body: { ...OWNER, username: 'ines' } });
  await login(OWNER.password, 'ines');
});

test("a user's transaction adds lines as that user only, and reads none", async (t) => {
  const { app } = await start(t);
  const [me, other] = [await app.signUp(), await app.signUp()];
  const line = { kind: 'sign_in' as const, address: '', user_agent: '', created_at: app.clock.now() };
  const add = (user_id: number) =>
    app.deps.asUser(me.id, (tx) =>
      tx
        .insertInto('security_events')
        .values({ ...line, user_id })
        .execute(),
    );
  await add(me.id);
  await assert.rejects(add(other.id), /row-level security/);
  for (const attempt of ['select from security_events', 'delete from security_events'])
    await assert.rejects(
      app.deps.asUser(me.id, (tx) => tx.query(attempt)),
      /permission denied/,
    );
});

test('after ninety days it is forgotten', async (t) => {
  const { app, login } = await start(t);
  app.clock.advance(89 * DAY_MS);
  await login();
  const stop = startTimers(app.deps);
  t.after(stop);
  app.clock.advance(DAY_MS);
  await until('the old line to be forgotten', async () => {
    app.clock.advance(60_000);
    return (await eventsOf(app)).length === 1;
  });
  assert.deepEqual(await kindsOf(app), ['sign_in']);
});
