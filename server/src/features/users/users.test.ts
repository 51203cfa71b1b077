import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PAUSED_BY_ACCOUNT, PAUSED_BY_SUBSCRIPTION } from '@pigeonpost/contract/pauses';
import { createCampaignRow, createRunningRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import type { SignedUp, SignUpOptions, TestApp } from '../../testing/test-app.ts';
import { startTestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

async function start(t: TestContext, options: SignUpOptions = {}) {
  const app = await startTestApp(t);
  const admin = await app.signUp({ role: 'admin', pack: 'pro', subscriptionDays: null, ...options });
  return { app, admin };
}

/** The body that leaves an account as it is. */
async function accountOf(admin: SignedUp, id: number) {
  const { users } = await admin.call('GET /api/users', { query: { search: String(id) } });
  const user = users.find((one) => one.id === id);
  assert.ok(user);
  const { username, role, pack, is_active } = user;
  return { username, role, pack, is_active };
}

async function change(admin: SignedUp, id: number, part: object) {
  const body = { ...(await accountOf(admin, id)), ...part };
  return (await admin.call('PUT /api/users/{id}', { params: { id }, body })).user;
}

async function runningCampaign({ deps }: TestApp, user_id: number): Promise<number> {
  const profile = await createProfileRow(deps, { user_id, profile_name: `kiln-${user_id}` });
  return createRunningRow(deps, { user_id, profile_ids: [profile] });
}

test('users are answered oldest first, twenty a page, with their counts', async (t) => {
  const { app, admin } = await start(t);
  const nils = await app.signUp();
  await createProfileRow(app.deps, { user_id: nils.id, profile_name: 'gone', deleted_at: app.clock.now() });
  const campaign = await runningCampaign(app, nils.id);
  await createCampaignRow(app.deps, { user_id: nils.id, status: 'paused' });
  const { users, pagination } = await admin.call('GET /api/users');
  assert.deepEqual(
    users.map(({ id }) => id),
    [admin.id, nils.id],
  );
  assert.deepEqual(users[1], {
    id: nils.id,
    username: nils.username,
    role: 'user',
    pack: 'starter',
    subscription_end_date: new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString(),
    is_active: true,
    password_reset_requested_at: null,
    has_email: false,
    reset_link_expires_at: null,
    reset_link_made_by: null,
    profile_count: 1,
    running_campaigns: 1,
    created_at: app.clock.now().toISOString(),
    last_login: null,
  });
  assert.ok(campaign > 0);
  assert.deepEqual(pagination, { page: 1, limit: 20, total: 2, pages: 1 });
  for (let n = 0; n < 20; n++) await app.signUp();
  const second = await admin.call('GET /api/users', { query: { page: 2 } });
  assert.equal(second.users.length, 2);
  assert.deepEqual(second.pagination, { page: 2, limit: 20, total: 22, pages: 2 });
});

test('left-out fields of an account stay, and the rules check the changed account', async (t) => {
  const { app, admin } = await start(t);
  const nils = await app.signUp();
  const set = async (id: number, body: object) =>
    (await admin.call('PUT /api/users/{id}', { params: { id }, body })).user;
  const off = await set(nils.id, { is_active: false });
  assert.deepEqual(await set(nils.id, { pack: 'pro' }), { ...off, pack: 'pro' });
  assert.deepEqual(await set(nils.id, { username: 'nils.oak' }), {
    ...off,
    pack: 'pro',
    username: 'nils.oak',
  });
  // An administrator keeps an end date, in whichever order the two are set.
  await set(nils.id, { role: 'admin' });
  const { subscription_end_date: kept } = await set(nils.id, { subscription_end_date: '2030-01-01' });
  assert.equal(kept, '2030-01-01T23:59:59.999Z');
  assert.equal((await set(admin.id, { pack: 'starter' })).role, 'admin');
  assert.equal((await refusal(set(admin.id, { role: 'user' }))).status, 409);
  assert.equal((await refusal(set(admin.id, { is_active: false }))).status, 409);
});

test('users are found by name, number, role, pack and status; no end date counts as active', async (t) => {
  const { app, admin } = await start(t);
  const [ended, endless, pro] = [
    await app.signUp({ subscriptionDays: -1 }),
    await app.signUp({ subscriptionDays: null }),
    await app.signUp({ pack: 'pro' }),
  ];
  await change(admin, pro.id, { is_active: false });
  const found = async (query: object) =>
    (await admin.call('GET /api/users', { query })).users.map(({ id }) => id);
  assert.deepEqual(await found({ search: endless.username.toUpperCase() }), [endless.id]);
  assert.ok((await found({ search: String(ended.id) })).includes(ended.id));
  // Longer than any random name that contains it by chance.
  assert.deepEqual(await found({ search: `${endless.id}0000000` }), []);
  assert.deepEqual(await found({ role: 'admin' }), [admin.id]);
  assert.deepEqual(await found({ pack: 'pro', role: 'user' }), [pro.id]);
  assert.deepEqual(await found({ status: 'expired' }), [ended.id, pro.id]);
  assert.deepEqual(await found({ status: 'active', search: '' }), [admin.id, endless.id]);
  const wrong = await refusal(admin.call('GET /api/users', { query: { status: 'gone' as 'active' } }));
  assert.deepEqual([wrong.status, wrong.message], [400, 'Status must be active or expired']);
});

test('an account that an administrator makes follows the rules of registering, and can sign in', async (t) => {
  const { app, admin } = await start(t, { timeZone: 'Europe/Oslo' });
  const make = (body: object) =>
    admin.call('POST /api/users', { body: { username: 'nils', password: 'raku-night', ...body } });
  const errors: [object, string][] = [
    [{ username: 'ni' }, 'Username must be at least 3 characters long'],
    [{ username: 'Support' }, 'This username is reserved. Please choose another one'],
    [{ password: 'short' }, 'Password must be at least 6 characters long'],
    [{ password: 'nils', username: 'nils' }, 'Password must be at least 6 characters long'],
    [{ password: 'password1' }, 'This password is one of the most common ones. Please choose another one'],
    [{ role: 'owner' }, 'Role must be user or admin'],
    [{ subscription_end_date: '2026-02-30' }, 'Subscription end date must be a day such as 2026-12-31'],
    [{ subscription_end_date: '0000-01-01' }, 'Subscription end date must be a day such as 2026-12-31'],
  ];
  for (const [body, message] of errors) {
    const error = await refusal(make(body));
    assert.deepEqual([error.status, error.message], [400, message]);
  }
  const { user } = await make({ pack: 'pro', subscription_end_date: '2026-12-05' });
  assert.deepEqual(
    [user.role, user.pack, user.subscription_end_date],
    ['user', 'pro', '2026-12-05T22:59:59.999Z'],
  );
  const taken = await refusal(make({ username: 'NILS' }));
  assert.deepEqual([taken.status, taken.body.fields], [409, { username: 'Username is already taken' }]);
  const { token } = await app.client()('POST /api/auth/login', {
    body: { username: 'nils', password: 'raku-night', time_zone: 'Asia/Tokyo' },
  });
  const own = await app.client(token)('GET /api/auth/profile');
  assert.equal(own.user.time_zone, 'Asia/Tokyo');
  assert.equal((await app.client(token)('GET /api/settings')).settings.max_retries, 3);
});

test('a bare end date is the end of that day for the administrator, also across a clock change', async (t) => {
  const { app, admin } = await start(t, { timeZone: 'America/New_York' });
  const nils = await app.signUp();
  const endOf = async (subscription_end_date: string | null) =>
    (await change(admin, nils.id, { subscription_end_date })).subscription_end_date;
  // The clocks go back on the first of November.
  assert.equal(await endOf('2026-10-31'), '2026-11-01T03:59:59.999Z');
  assert.equal(await endOf('2026-11-01'), '2026-11-02T04:59:59.999Z');
  assert.equal(await endOf('2026-11-01T10:00:00Z'), '2026-11-01T10:00:00.000Z');
  assert.equal((await change(admin, nils.id, {})).subscription_end_date, '2026-11-01T10:00:00.000Z');
  assert.equal(await endOf(''), null);
  const { subscription_end_date } = await change(admin, nils.id, {
    role: 'admin',
    subscription_end_date: '2026-12-05',
  });
  assert.equal(subscription_end_date, '2026-12-06T04:59:59.999Z');
});

test('a shortened subscription pauses campaigns at once, and an extended one lets them be started', async (t) => {
  const { app, admin } = await start(t);
  const [nils, lena] = [await app.signUp(), await app.signUp()];
  const [his, hers] = [await runningCampaign(app, nils.id), await runningCampaign(app, lena.id)];
  const detailsOf = async (user: SignedUp, id: number) =>
    (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  await change(admin, nils.id, { subscription_end_date: '2020-01-01' });
  const paused = await detailsOf(nils, his);
  assert.deepEqual([paused.status, paused.paused_reason], ['paused', PAUSED_BY_SUBSCRIPTION]);
  assert.equal((await detailsOf(lena, hers)).status, 'running');
  const begin = () => nils.call('POST /api/campaigns/{id}/start', { params: { id: his } });
  assert.equal((await refusal(begin())).status, 403);
  await change(admin, nils.id, { subscription_end_date: '2099-01-01' });
  await begin();
  assert.equal((await detailsOf(nils, his)).status, 'running');
});

test('a disabled account loses its campaigns and tokens at once, and gets only its campaigns back when enabled', async (t) => {
  const { app, admin } = await start(t);
  const nils = await app.signUp();
  const id = await runningCampaign(app, nils.id);
  const disabled = await change(admin, nils.id, { is_active: false });
  assert.deepEqual([disabled.is_active, disabled.running_campaigns], [false, 0]);
  assert.equal((await refusal(nils.call('GET /api/settings'))).status, 401);
  await change(admin, nils.id, { is_active: true });
  assert.equal((await refusal(nils.call('GET /api/settings'))).status, 401);
  const { rows } = await app.database.pool.query(
    'select status, paused_reason from campaigns where id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ status: 'paused', paused_reason: PAUSED_BY_ACCOUNT }]);
});

test('a taken or reserved name is refused, and an existing one from before the rule stays', async (t) => {
  const { app, admin } = await start(t);
  const [nils, lena] = [await app.signUp(), await app.signUp()];
  const taken = await refusal(change(admin, nils.id, { username: lena.username.toUpperCase() }));
  assert.deepEqual([taken.status, taken.message], [409, 'Username is already taken']);
  const reserved = await refusal(change(admin, nils.id, { username: 'support' }));
  assert.deepEqual([reserved.status, Object.keys(reserved.body.fields ?? {})], [400, ['username']]);
  await app.database.pool.query(`update users set username = 'admin' where id = $1`, [nils.id]);
  assert.equal((await change(admin, nils.id, { pack: 'pro' })).username, 'admin');
  assert.equal((await refusal(change(admin, nils.id, { username: 'x' }))).status, 400);
  const body = await accountOf(admin, nils.id);
  const nobody = await refusal(admin.call('PUT /api/users/{id}', { params: { id: 999_999 }, body }));
  assert.deepEqual([nobody.status, nobody.message], [404, 'User not found']);
});

test('administrators cannot demote themselves, and users and demoted administrators are refused', async (t) => {
  const { app, admin } = await start(t);
  const other = await app.signUp({ role: 'admin' });
  for (const part of [{ role: 'user' }, { is_active: false }])
    assert.equal((await refusal(change(admin, admin.id, part))).status, 409);
  const own = await refusal(admin.call('DELETE /api/users/{id}', { params: { id: admin.id } }));
  assert.deepEqual(
    [own.status, own.message],
    [409, 'You cannot delete your own account. Another administrator can.'],
  );
  await change(admin, other.id, { role: 'user' });
  const refused = await refusal(other.call('GET /api/users'));
  assert.deepEqual([refused.status, refused.message], [403, 'Only an administrator may do this.']);
});
