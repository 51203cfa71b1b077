import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  return { app, user: await app.signUp() };
}

async function addProfile(user: SignedUp, name = 'anna', more: { insta_password?: string } = {}) {
  const body = { profile_name: name, profile_path: `/p/${name}`, ...more };
  return (await user.call('POST /api/profiles', { body })).profile;
}

async function storedPassword(app: Awaited<ReturnType<typeof startTestApp>>, id: number) {
  const { insta_password } = await app.database.db
    .selectFrom('profiles')
    .select('insta_password')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return insta_password;
}

test('a profile is added active, and its password is stored but never answered', async (t) => {
  const { app, user } = await start(t);
  const { profile } = await user.call('POST /api/profiles', {
    body: {
      profile_name: ' Anna ',
      profile_path: ' /p/abc.anna ',
      insta_username: ' anna.k ',
      insta_password: 'kiln-9000',
    },
  });
  assert.deepEqual(profile, {
    id: profile.id,
    profile_name: 'Anna',
    profile_path: '/p/abc.anna',
    insta_username: 'anna.k',
    has_password: true,
    password_lost: false,
    is_active: 1,
    blocked_at: null,
    signed_out_at: null,
    faulted_at: null,
    fault_kind: null,
    fault_until: null,
    rest_reason: null,
    cap_hour: null,
    cap_day: null,
    begun_today: 0,
    begun_this_hour: 0,
    cap_now: { hour: null, day: null, because: null },
    begin_slowly: null,
    slow_until: null,
    capped_until: null,
    next_send_at: null,
    running_campaign: null,
    sent_before_block: null,
    agent_id: null,
    is_open: false,
    created_at: app.clock.now().toISOString(),
  });
  const sealed = await storedPassword(app, profile.id);
  assert.ok(sealed && !sealed.includes('kiln'));
  assert.equal(app.deps.secrets.open(sealed), 'kiln-9000');
});

test('profiles are filtered by whether they are active, and counted so', async (t) => {
  const { user } = await start(t);
  await addProfile(user, 'anna');
  const { id } = await addProfile(user, 'bo');
  await user.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  const count = async (query: { is_active?: '0' | '1' }) =>
    (await user.call('GET /api/profiles', { query: { ...query, limit: 1 } })).pagination.totalItems;
  assert.deepEqual(
    [await count({}), await count({ is_active: '1' }), await count({ is_active: '0' })],
    [2, 1, 1],
  );
  const { profiles } = await user.call('GET /api/profiles', { query: { is_active: '0' } });
  assert.deepEqual(
    profiles.map(({ profile_name }) => profile_name),
    ['bo'],
  );
});

test('an edit without a password leaves it as it was, and one with a password replaces it', async (t) => {
  const { app, user } = await start(t);
  const { id } = await addProfile(user, 'anna', { insta_password: 'first' });
  const params = { id };
  const base = { profile_name: 'Anna K', profile_path: '/p/anna' };
  for (const insta_password of [undefined, '', null]) {
    const { profile } = await user.call('PUT /api/profiles/{id}', {
      params,
      body: { ...base, ...(insta_password !== undefined && { insta_password }) },
    });
    assert.equal(profile.has_password, true);
    assert.equal(profile.profile_name, 'Anna K');
    assert.equal(app.deps.secrets.open((await storedPassword(app, id)) as Buffer), 'first');
  }
  await user.call('PUT /api/profiles/{id}', { params, body: { ...base, insta_password: 'second' } });
  assert.equal(app.deps.secrets.open((await storedPassword(app, id)) as Buffer), 'second');
});

test('a stored password is removed on request, unless a new one is given', async (t) => {
  const { app, user } = await start(t);
  const { id } = await addProfile(user, 'anna', { insta_password: 'first' });
  const edit = async (more: { insta_password: string }) => {
    const body = { profile_name: 'anna', profile_path: '/p/anna', remove_password: true, ...more };
    return (await user.call('PUT /api/profiles/{id}', { params: { id }, body })).profile;
  };
  assert.equal((await edit({ insta_password: 'second' })).has_password, true);
  assert.equal(app.deps.secrets.open((await storedPassword(app, id)) as Buffer), 'second');
  assert.equal((await edit({ insta_password: '' })).has_password, false);
  assert.equal(await storedPassword(app, id), null);
});

test('a left-out Instagram name stays, and an empty one is removed', async (t) => {
  const { user } = await start(t);
  const { id } = await addProfile(user);
  const body = { profile_name: 'anna', profile_path: '/p/anna' };
  const edit = async (more: { insta_username?: string }) =>
    (await user.call('PUT /api/profiles/{id}', { params: { id }, body: { ...body, ...more } })).profile;
  assert.equal((await edit({ insta_username: 'anna.k' })).insta_username, 'anna.k');
  assert.equal((await edit({})).insta_username, 'anna.k');
  assert.equal((await edit({ insta_username: '' })).insta_username, null);
});

test('left-out fields of a change stay, and an empty password alone changes nothing', async (t) => {
  const { app, user } = await start(t);
  const before = await addProfile(user, 'anna', { insta_password: 'first' });
  const params = { id: before.id };
  const edit = async (body: object) => (await user.call('PUT /api/profiles/{id}', { params, body })).profile;
  for (const body of [{ insta_password: '' }, { insta_password: null }, { remove_password: false }])
    assert.deepEqual(await edit(body), before);
  assert.deepEqual(await edit({ profile_name: 'Anna K' }), { ...before, profile_name: 'Anna K' });
  assert.deepEqual(await edit({ remove_password: true }), {
    ...before,
    profile_name: 'Anna K',
    has_password: false,
  });
  assert.equal(await storedPassword(app, before.id), null);
  for (const body of [{ profile_name: 'x.default' }, { profile_path: '/p/x.default' }])
    assert.equal((await refusal(edit(body))).status, 400);
  const nowhere = { params: { id: before.id + 1 }, body: { insta_password: '' } };
  assert.equal((await refusal(user.call('PUT /api/profiles/{id}', nowhere))).status, 404);
});

test('a path is unique for a user, until its profile is deleted', async (t) => {
  const { app, user } = await start(t);
  const first = await addProfile(user);
  const second = await addProfile(user, 'bea');
  const again = await refusal(addProfile(user));
  assert.equal(again.status, 409);
  assert.deepEqual(again.body, { error: 'You already have a profile with this path' });
  const moved = await refusal(
    user.call('PUT /api/profiles/{id}', {
      params: { id: second.id },
      body: { profile_name: 'bea', profile_path: '/p/anna' },
    }),
  );
  assert.equal(moved.status, 409);
  await addProfile(await app.signUp());
  await user.call('DELETE /api/profiles/{id}', { params: { id: first.id } });
  await addProfile(user);
});

test('of two simultaneous adds of one path one is refused', async (t) => {
  const { app, user } = await start(t);
  const add = () => addProfile(user);
  const outcomes = await atTheSameMoment(app.database, { table: 'profiles', calls: [add, add] });
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  assert.equal(failed?.reason.status, 409);
});

test("a profile may have any name that is not Firefox's own", async (t) => {
  const { app, user } = await start(t);
  const machine = await enrolMachine(app, user);
  const [own, started, named] = ['/p/x1.Default customers', '/p/x2.kiln', '/p/x3.work'];
  await machine.report({
    folders: [own, started, named],
    defaults: [started],
    names: { [named]: 'default' },
  });
  const add = (profile_name: string, profile_path: string) =>
    user.call('POST /api/profiles', { body: { profile_name, profile_path } });
  assert.equal((await add('Default customers', own)).profile.profile_name, 'Default customers');
  for (const path of [started, named]) assert.equal((await refusal(add('Shop', path))).status, 400, path);
});

test("Firefox's own default profiles are refused by name and by path", async (t) => {
  const { user } = await start(t);
  const add = (profile_name: string, profile_path: string) =>
    refusal(user.call('POST /api/profiles', { body: { profile_name, profile_path } }));
  for (const path of ['/p/x1y2.default', 'C:\\Profiles\\x1y2.default-release', '/p/default-esr']) {
    const error = await add('anna', path);
    assert.equal(error.status, 400);
    assert.match(error.body.fields?.profile_path ?? '', /default profiles of Firefox/);
  }
  for (const name of ['default', 'default-nightly', 'ab12.default']) {
    const error = await add(name, '/p/anna');
    assert.equal(error.status, 400);
    assert.match(error.body.fields?.profile_name ?? '', /Firefox gives its own default profiles/);
  }
  assert.equal((await add('', '/p/anna')).body.error, 'Profile name is required');
  assert.equal((await add('anna', '')).body.error, 'Profile path is required');
});

test('the starter plan ends at ten profiles, the pro plan has no limit', async (t) => {
  const { app, user } = await start(t);
  for (let n = 1; n <= 9; n++) await addProfile(user, `p${n}`);
  assert.deepEqual(await user.call('GET /api/profiles/pack-info'), {
    currentProfileCount: 9,
    canAddMore: true,
    pack: 'starter',
    packInfo: { name: 'Starter', maxProfiles: 10 },
  });
  const { id } = await addProfile(user, 'p10');
  const error = await refusal(addProfile(user, 'p11'));
  assert.equal(error.status, 403);
  assert.deepEqual(error.body, {
    error: 'Your Starter plan allows 10 profiles. Upgrade to Pro to add more.',
  });
  assert.equal((await user.call('GET /api/profiles/pack-info')).canAddMore, false);
  await user.call('DELETE /api/profiles/{id}', { params: { id } });
  await addProfile(user, 'p11');
  const pro = await app.signUp({ pack: 'pro' });
  for (let n = 1; n <= 11; n++) await addProfile(pro, `p${n}`);
  assert.deepEqual(await pro.call('GET /api/profiles/pack-info'), {
    currentProfileCount: 11,
    canAddMore: true,
    pack: 'pro',
    packInfo: { name: 'Pro', maxProfiles: null },
  });
});

test('simultaneous adds cannot exceed the limit', async (t) => {
  const { app, user } = await start(t);
  for (let n = 1; n <= 9; n++) await addProfile(user, `p${n}`);
  const calls = ['a', 'b', 'c', 'd'].map((name) => () => addProfile(user, name));
  const outcomes = await atTheSameMoment(app.database, { table: 'profiles', calls });
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await user.call('GET /api/profiles/pack-info')).currentProfileCount, 10);
});

test('profiles are answered by name, all of them or a page, found by name, path or Instagram name', async (t) => {
  const { app, user } = await start(t);
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'bea', insta_username: 'studio_b' });
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'Anna', profile_path: '/x/studio' });
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'carl' });
  const deleted_at = app.clock.now();
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'dora', deleted_at });
  const namesFor = async (query: { search?: string; page?: number; limit?: number }) =>
    (await user.call('GET /api/profiles', { query })).profiles.map(({ profile_name }) => profile_name);
  assert.deepEqual(await namesFor({}), ['Anna', 'bea', 'carl']);
  assert.deepEqual(await namesFor({ page: 2, limit: 2 }), ['carl']);
  assert.deepEqual(await namesFor({ search: 'STUDIO' }), ['Anna', 'bea']);
  assert.deepEqual(await namesFor({ search: 'car' }), ['carl']);
  const { pagination } = await user.call('GET /api/profiles', { query: { page: 1 } });
  assert.deepEqual(pagination, { currentPage: 1, totalPages: 1, totalItems: 3, itemsPerPage: 10 });
});

test("another user's profile is not found", async (t) => {
  const { app, user } = await start(t);
  const { id } = await addProfile(user);
  const other = await app.signUp();
  const params = { id };
  const body = { profile_name: 'mine', profile_path: '/p/mine' };
  const calls = [
    () => other.call('PUT /api/profiles/{id}', { params, body }),
    () => other.call('PUT /api/profiles/{id}/toggle', { params }),
    () => other.call('PUT /api/profiles/{id}/resume', { params }),
    () => other.call('DELETE /api/profiles/{id}', { params }),
  ];
  for (const call of calls) assert.equal((await refusal(call())).status, 404);
  assert.deepEqual((await other.call('GET /api/profiles')).profiles, []);
  assert.equal((await user.call('GET /api/profiles')).profiles[0]?.profile_name, 'anna');
});

test('with an expired subscription profiles are read, not written', async (t) => {
  const { app } = await start(t);
  const user = await app.signUp({ subscriptionDays: null });
  const params = { id: 1 };
  const body = { profile_name: 'anna', profile_path: '/p/anna' };
  assert.equal((await user.call('GET /api/profiles/pack-info')).currentProfileCount, 0);
  const writes = [
    () => user.call('POST /api/profiles', { body }),
    () => user.call('PUT /api/profiles/{id}', { params, body }),
    () => user.call('PUT /api/profiles/{id}/toggle', { params }),
    () => user.call('PUT /api/profiles/{id}/resume', { params }),
    () => user.call('DELETE /api/profiles/{id}', { params }),
  ];
  for (const write of writes) assert.equal((await refusal(write())).status, 403);
  assert.equal((await refusal(app.client()('GET /api/profiles'))).status, 401);
});
