import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldTo } from '../../testing/notifications.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';
import { forgetNotifications } from './queries.ts';

const DAY_MS = 86_400_000;

const bell = ({ call }: Pick<SignedUp, 'call'>) => call('GET /api/notifications');

test('reading marks own notifications alone, some or all', async (t) => {
  const app = await startTestApp(t);
  const [user, other] = [await app.signUp(), await app.signUp()];
  for (const { id } of [user, user, user, other])
    await app.database.pool.query(`select notify_user($1, $2, 'wishes', '{"count": 1}')`, [
      app.clock.now(),
      id,
    ]);
  const { notifications } = await bell(user);
  const [newest] = notifications;
  const read = (who: SignedUp, ids: number[] | 'all') =>
    who.call('POST /api/notifications/read', { body: { ids } });
  await read(other, [newest?.id ?? 0]);
  assert.equal((await bell(user)).unread, 3);
  await read(user, [newest?.id ?? 0]);
  assert.deepEqual(
    (await bell(user)).notifications.map(({ is_read }) => is_read),
    [true, false, false],
  );
  await read(user, 'all');
  assert.deepEqual([(await bell(user)).unread, (await bell(other)).unread], [0, 1]);
});

test('who wants to be told of a kind nowhere has nothing written; a choice of another role is passed over', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const tell = (kind: string) =>
    app.database.pool.query(`select notify_user($1, $2, $3, '{"count": 1}')`, [
      app.clock.now(),
      user.id,
      kind,
    ]);
  const choose = (choice: {
    kind: 'wishes' | 'replied' | 'reset_requested';
    in_app: boolean;
    by_mail: boolean;
  }) => user.call('PUT /api/notifications/choices', { body: { choices: [choice] } });
  await choose({ kind: 'wishes', in_app: false, by_mail: false });
  await tell('wishes');
  await tell('replied');
  assert.deepEqual(await toldTo(user), []);
  const { choices, collect } = await choose({ kind: 'reset_requested', in_app: false, by_mail: false });
  assert.ok(choices.every(({ kind }) => kind !== 'reset_requested'));
  assert.equal(collect, 'half_hour');
  // By mail alone it is written, and the bell shows nothing.
  await choose({ kind: 'wishes', in_app: false, by_mail: true });
  await tell('wishes');
  assert.deepEqual(await bell(user), { notifications: [], unread: 0 });
  await choose({ kind: 'wishes', in_app: true, by_mail: true });
  assert.equal((await toldTo(user)).length, 1);
});

test('90 days and the newest 500 are kept', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const add = (count: number, days: number) =>
    app.database.pool.query(
      `insert into notifications (user_id, kind, args, created_at)
       select $1, 'wishes', '{"count": 1}', $2 from generate_series(1, $3)`,
      [user.id, new Date(app.clock.now().getTime() - days * DAY_MS), count],
    );
  const forget = async () => {
    await app.deps.asSystem('test', (tx) => forgetNotifications(tx, app.clock.now()));
    return (await bell(user)).unread;
  };
  await add(3, 91);
  await add(10, 89);
  assert.equal(await forget(), 10);
  await add(495, 0);
  assert.equal(await forget(), 500);
  assert.equal((await bell(user)).notifications.length, 20);
});

test('a browser that never signed in, or a new network, is told; the same one again is not', async (t) => {
  const app = await startTestApp(t);
  const registered = { username: 'marta', password: 'a long enough password' };
  await app.client()('POST /api/auth/register', { body: registered });
  const signIn = async (user_agent: string) => {
    const answer = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': user_agent },
      body: JSON.stringify(registered),
    });
    assert.equal(answer.status, 200);
    return { call: app.client(((await answer.json()) as { token: string }).token) };
  };
  const firefox = (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
  await signIn(firefox(140));
  const user = await signIn(firefox(141));
  assert.deepEqual(await toldTo(user), []);
  await signIn('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36');
  const [line] = (await bell(user)).notifications;
  assert.deepEqual(
    [line?.title, line?.note],
    ['A new browser signed in', 'Chrome on Windows, from 127.0.0.1'],
  );
  await app.database.pool.query('delete from known_addresses');
  await signIn(firefox(140));
  assert.equal((await toldTo(user)).length, 2);
});
