import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

const list = (admin: SignedUp, query: object) => admin.call('GET /api/users', { query });

const endOf = async (admin: SignedUp, user: SignedUp) => {
  const { users } = await list(admin, { search: user.username });
  return users[0]?.subscription_end_date;
};

test('the end date of an administrator is kept, does not count, and counts again after a demotion', async (t) => {
  const app = await startTestApp(t);
  const [ida, nils] = [await app.signUp({ role: 'admin' }), await app.signUp()];
  const params = { id: nils.id };
  const end = (await endOf(ida, nils)) as string;
  await ida.call('PUT /api/users/{id}', { params, body: { role: 'admin' } });
  assert.equal(await endOf(ida, nils), end);
  app.clock.advance(400 * DAY_MS);
  const again = await app.signUp({ role: 'admin' });
  const { users } = await list(again, { status: 'active', search: nils.username });
  assert.equal(users.length, 1);
  const change = { subscription_end_date: '2030-05-01' };
  await again.call('PUT /api/users/{id}', { params, body: change });
  await again.call('PUT /api/users/{id}', { params, body: { role: 'user' } });
  assert.equal(await endOf(again, nils), '2030-05-01T23:59:59.999Z');
  const made = await again.call('POST /api/users', {
    body: {
      username: 'tora',
      password: 'kiln-and-clay-9',
      role: 'admin',
      subscription_end_date: '2030-06-01',
    },
  });
  assert.equal(made.user.subscription_end_date, '2030-06-01T23:59:59.999Z');
});

test('accounts are sorted by end and last login, and filtered by a near end and by password requests', async (t) => {
  const app = await startTestApp(t);
  const ida = await app.signUp({ role: 'admin' });
  const ends: [SignedUp, number][] = [];
  for (const days of [30, 5, -3, 14]) ends.push([await app.signUp({ subscriptionDays: days }), days]);
  const [late, soon, ended, edge] = ends.map(([{ username }]) => username);
  const names = async (query: object) => (await list(ida, query)).users.map(({ username }) => username);
  assert.deepEqual(await names({ sort_by: 'end_asc' }), [ended, soon, edge, late, ida.username]);
  assert.deepEqual(await names({ sort_by: 'end_desc' }), [late, edge, soon, ended, ida.username]);
  assert.deepEqual(await names({ view: 'ending', sort_by: 'end_asc' }), [soon, edge]);
  const pool = app.database.pool;
  await pool.query('update users set last_login = null');
  await pool.query(`update users set last_login = '2026-01-01' where username = $1`, [late]);
  await pool.query(`update users set last_login = '2026-02-01' where username = $1`, [ended]);
  assert.deepEqual((await names({ sort_by: 'last_login_desc' })).slice(0, 2), [ended, late]);
  assert.deepEqual((await names({ sort_by: 'last_login_asc' })).slice(0, 2), [late, ended]);
  await pool.query('update users set password_reset_requested_at = created_at where username = $1', [late]);
  assert.deepEqual(await names({ view: 'reset_requested' }), [late]);
  const { counts } = await list(ida, { view: 'ending', status: 'active' });
  assert.deepEqual(counts, { all: 5, ending: 2, expired: 1, reset_requested: 1 });
  const wrong = await refusal(list(ida, { view: 'all' }));
  assert.deepEqual([wrong.status, wrong.message], [400, 'View must be ending or reset_requested']);
});

test('several subscriptions are extended at once, each from its own end, and all or none', async (t) => {
  const app = await startTestApp(t);
  const ida = await app.signUp({ role: 'admin' });
  const [nils, lena, olav] = [
    await app.signUp({ subscriptionDays: 10 }),
    await app.signUp({ subscriptionDays: -40 }),
    await app.signUp(),
  ];
  const set = (user: SignedUp, subscription_end_date: string) =>
    ida.call('PUT /api/users/{id}', { params: { id: user.id }, body: { subscription_end_date } });
  const year = app.clock.now().getUTCFullYear() + 1;
  await set(nils, `${year}-01-31`);
  const extend = (body: object) =>
    ida.call('POST /api/users/extend', { body: { user_ids: [lena.id, nils.id], ...body } });
  const { users } = await extend({ months: 1 });
  assert.deepEqual(users.map(({ id }) => id).sort(), [nils.id, lena.id].sort());
  assert.match((await endOf(ida, nils)) ?? '', new RegExp(`^${year}-02-2[89]T23:59:59.999Z$`));
  // An ended one is extended from today.
  const monthLater = new Date(app.clock.now());
  monthLater.setUTCDate(1);
  monthLater.setUTCMonth(monthLater.getUTCMonth() + 1);
  assert.equal((await endOf(ida, lena))?.slice(0, 7), monthLater.toISOString().slice(0, 7));
  await extend({ subscription_end_date: '2031-03-31' });
  assert.equal(await endOf(ida, nils), '2031-03-31T23:59:59.999Z');
  assert.equal(await endOf(ida, lena), '2031-03-31T23:59:59.999Z');
  const missing = await refusal(extend({ user_ids: [nils.id, 2 ** 40], months: 1 }));
  assert.deepEqual([missing.status, missing.message], [404, 'User not found']);
  assert.equal(await endOf(ida, nils), '2031-03-31T23:59:59.999Z');
  for (const body of [
    {},
    { months: 1, subscription_end_date: '2031-03-31' },
    { months: 0 },
    { months: 1, user_ids: [] },
    { subscription_end_date: '31-03-2031' },
  ])
    assert.equal((await refusal(extend(body))).status, 400, JSON.stringify(body));
  const body = { user_ids: [olav.id], months: 1 };
  assert.equal((await refusal(olav.call('POST /api/users/extend', { body }))).status, 403);
});
