import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { claimRequests } from '../../testing/agent-signs.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { expireRequests } from '../requests/expire-requests.ts';

const SHOP = { name: 'shop', directory_name: 'x1.shop', path: '/p/x1.shop', size_mb: 12, is_default: false };
const LISTED = { detected: true, profiles: [], profiles_dir: '/p', firefox_executable: null, error: null };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const machine = await enrolMachine(app, user);
  const ask = async (agent_id?: number) =>
    (await user.call('GET /api/firefox-profiles', { query: agent_id === undefined ? {} : { agent_id } }))
      .request_id;
  const requests = async () => (await user.call('GET /api/firefox-profiles/requests')).requests;
  const claim = (agent_id = machine.agent_id) => claimRequests(app.deps, { user_id: user.id, agent_id });
  return { app, user, machine, ask, requests, claim };
}

test('screens that ask for the Firefox profiles at once share one request, and get another once it ended', async (t) => {
  const { machine, ask, requests, claim } = await start(t);
  const [first, second] = await Promise.all([ask(), ask()]);
  assert.equal(first, second);
  await claim();
  assert.equal(await ask(), first);
  const results = { ...LISTED, profiles: [SHOP] };
  await machine.call('POST /api/agent/requests/{id}/result', {
    params: { id: first },
    body: { status: 'completed', results },
  });
  assert.deepEqual((await requests())[0]?.results, results);
  assert.notEqual(await ask(), first);
});

test('each machine is asked on its own, and another user sees neither', async (t) => {
  const { app, user, machine, ask, claim } = await start(t);
  const second = await enrolMachine(app, user, 'second');
  const ofFirst = await ask(machine.agent_id);
  const ofSecond = await ask(second.agent_id);
  assert.notEqual(ofFirst, ofSecond);
  assert.deepEqual(
    (await claim(second.agent_id)).map(({ id, kind }) => [id, kind]),
    [[ofSecond, 'list']],
  );
  const other = await app.signUp();
  const foreign = other.call('GET /api/firefox-profiles', { query: { agent_id: machine.agent_id } });
  assert.equal((await refusal(foreign)).status, 404);
  assert.deepEqual((await other.call('GET /api/firefox-profiles/requests')).requests, []);
  assert.equal((await refusal(app.client()('GET /api/firefox-profiles'))).status, 401);
});

test("a machine's last list stays until its next one has come; other ended requests go after 10 minutes", async (t) => {
  const { app, user, machine, ask, requests, claim } = await start(t);
  const other = await enrolMachine(app, user, 'second');
  const end = (id: number, profiles?: (typeof SHOP)[]) =>
    machine.call('POST /api/agent/requests/{id}/result', {
      params: { id },
      body: profiles ? { status: 'completed', results: { ...LISTED, profiles } } : { status: 'failed' },
    });
  const ids = async () => (await requests()).map(({ id }) => id);
  const first = await ask(machine.agent_id);
  const refused = (await user.call('POST /api/firefox-profiles', { body: { profile_name: 'kiln' } }))
    .request_id;
  await claim();
  await end(first, [SHOP]);
  await end(refused);
  assert.deepEqual(await ids(), [refused, first]);

  app.clock.advance(24 * 3_600_000);
  const elsewhere = await ask(other.agent_id);
  assert.deepEqual(await ids(), [elsewhere, first]);
  assert.deepEqual((await requests())[1]?.results?.profiles, [SHOP]);
  const failed = await ask(machine.agent_id);
  await claim();
  await end(failed);
  app.clock.advance(600_000);
  const second = await ask(machine.agent_id);
  assert.deepEqual(await ids(), [second, elsewhere, first]);
  await claim();
  await end(second, []);
  app.clock.advance(600_000);
  const third = await ask(machine.agent_id);
  assert.deepEqual(await ids(), [third, second, elsewhere]);

  // A revoked machine leaves none.
  await user.call('DELETE /api/agents/{id}', { params: { id: machine.agent_id } });
  await ask(other.agent_id);
  await user.call('POST /api/firefox-profiles', { body: { profile_name: 'raku' } });
  assert.ok(!(await ids()).includes(second));
});

test('a profile is made, tested and deleted by a request to its machine', async (t) => {
  const { user, machine, requests, claim } = await start(t);
  const { agent_id } = machine;
  await machine.report({ folders: ['/p/x1.kiln'] });
  const body = { profile_name: '  Kiln two ', is_default: false as const };
  const made = await user.call('POST /api/firefox-profiles', { body });
  const profile_path = '/p/x1.kiln';
  const tested = await user.call('POST /api/firefox-profiles/test', { body: { profile_path } });
  const claimed = await claim();
  assert.deepEqual(claimed, [
    { id: made.request_id, kind: 'create', payload: { profile_name: 'Kiln two' } },
    { id: tested.request_id, kind: 'test', payload: { profile_path } },
  ]);
  const deletion = { params: { profile_path } };
  const busy = await refusal(user.call('DELETE /api/firefox-profiles/{profile_path}', deletion));
  assert.deepEqual([busy.status, busy.message], [409, 'This Firefox profile is being tested already.']);
  await machine.call('POST /api/agent/requests/{id}/result', {
    params: { id: tested.request_id },
    body: { status: 'completed', results: { message: 'It works' } },
  });
  const deleted = await user.call('DELETE /api/firefox-profiles/{profile_path}', deletion);
  const [newest] = await requests();
  assert.deepEqual(
    [newest?.id, newest?.request_type, newest?.profile_path, newest?.agent_id, newest?.status],
    [deleted.request_id, 'delete', profile_path, agent_id, 'pending'],
  );
  const added = user.call('POST /api/profiles', { body: { profile_name: 'kiln', profile_path } });
  assert.equal((await refusal(added)).message, 'This Firefox profile is being deleted on your machine.');
});

test('a user has at most fifty open Firefox requests, and reads them in pages', async (t) => {
  const { app, user } = await start(t);
  const create = (place: number) =>
    user.call('POST /api/firefox-profiles', { body: { profile_name: `shop-${place}` } });
  // Five places are left for eight simultaneous ones.
  for (let place = 1; place <= 45; place++) await create(place);
  const asked = await Promise.allSettled([46, 47, 48, 49, 50, 51, 52, 53].map(create));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 5);
  const error = await refusal(create(54));
  assert.deepEqual(
    [error.status, error.retryAfter, error.body.error],
    [
      429,
      60,
      '50 Firefox requests wait for your agent already. Try again when it has answered some of them.',
    ],
  );
  assert.equal((await refusal(user.call('GET /api/firefox-profiles'))).status, 429);
  const { requests, pagination } = await user.call('GET /api/firefox-profiles/requests', {
    query: { page: 3, limit: 20 },
  });
  assert.deepEqual(pagination, { currentPage: 3, totalPages: 3, totalItems: 50, itemsPerPage: 20 });
  assert.deepEqual(
    [requests.length, requests.at(-1)?.id],
    [10, (await user.call('GET /api/firefox-profiles/requests')).requests.at(-1)?.id],
  );
  await (await app.signUp()).call('POST /api/firefox-profiles', { body: { profile_name: 'theirs' } });
  app.clock.advance(60_000);
  await expireRequests(app.deps);
  await create(55);
});

test('invalid names, default profiles and paths that lead elsewhere are refused with a sentence', async (t) => {
  const { user, requests } = await start(t);
  const names: [string, string][] = [
    ['  ', 'Profile name is required'],
    ['x'.repeat(51), 'Profile name must not exceed 50 characters'],
    ['a/b', 'Profile name must not contain slashes or control characters or begin with a dot'],
    ['Default-release', "Profile name must not contain 'default': such profiles are hidden"],
  ];
  for (const [profile_name, error] of names) {
    const refused = await refusal(user.call('POST /api/firefox-profiles', { body: { profile_name } }));
    assert.deepEqual([refused.status, refused.body], [400, { error, fields: { profile_name: error } }]);
  }
  const paths: [string, RegExp][] = [
    ['/p/../q/x1.kiln', /whole path of a folder/],
    ['x1.kiln', /whole path of a folder/],
    ['/p/ab12.default-release', /default profiles are neither tested nor deleted/],
  ];
  for (const [profile_path, words] of paths) {
    const calls = [
      () => user.call('POST /api/firefox-profiles/test', { body: { profile_path } }),
      () => user.call('DELETE /api/firefox-profiles/{profile_path}', { params: { profile_path } }),
    ];
    for (const call of calls) {
      const refused = await refusal(call());
      assert.equal(refused.status, 400, profile_path);
      assert.match(refused.message, words);
    }
  }
  assert.deepEqual(await requests(), []);
});

test('exactly the profiles that Firefox Profiles hides are neither tested nor deleted', async (t) => {
  const { user, machine } = await start(t);
  const folders = ['/p/x1.flagged', '/p/x2.named', '/p/x3.my-default', '/p/x4.kiln'];
  await machine.report({
    folders,
    defaults: ['/p/x1.flagged'],
    names: { '/p/x2.named': 'My Default', '/p/x3.my-default': 'Shop', '/p/x4.kiln': 'Kiln' },
  });
  const tryToTest = (profile_path: string) =>
    user.call('POST /api/firefox-profiles/test', { body: { profile_path } });
  for (const path of ['/p/x1.flagged', '/p/x2.named', '/P/X2.named', '/p/unknown.default-esr'])
    assert.match((await refusal(tryToTest(path))).message, /neither tested nor deleted/, path);
  for (const path of ['/p/x3.my-default', '/p/x4.kiln']) assert.ok((await tryToTest(path)).success, path);
});

test('is_default is accepted and ignored', async (t) => {
  const { user, claim } = await start(t);
  const body = { profile_name: 'kiln', is_default: true };
  const { request_id } = await user.call('POST /api/firefox-profiles', { body });
  assert.deepEqual(await claim(), [{ id: request_id, kind: 'create', payload: { profile_name: 'kiln' } }]);
});

test('a folder in Profiles is not deleted, however its path is written, nor one outside of Firefox', async (t) => {
  const { app, user, machine } = await start(t);
  await machine.report({ folders: ['/p/x1.kiln', '/elsewhere/x2'] });
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'kiln', profile_path: '/P/x1.Kiln/' });
  const remove = (profile_path: string, agent_id?: number) =>
    user.call('DELETE /api/firefox-profiles/{profile_path}', {
      params: { profile_path },
      query: agent_id === undefined ? {} : { agent_id },
    });
  const added = await refusal(remove('/p/x1.kiln'));
  assert.deepEqual(
    [added.status, added.message],
    [409, 'This Firefox profile is in Profiles. Delete it there first.'],
  );
  for (const path of ['/elsewhere/x2', '/p', '/p2/x'])
    assert.equal((await refusal(remove(path, machine.agent_id))).status, 400, path);
  const stranger = await app.signUp();
  const foreign = stranger.call('DELETE /api/firefox-profiles/{profile_path}', {
    params: { profile_path: '/p/x3.shop' },
    query: { agent_id: machine.agent_id },
  });
  assert.equal((await refusal(foreign)).status, 404);
  assert.ok((await remove('/p/x3.shop', machine.agent_id)).request_id > 0);
});

test('the Firefox calls work without a subscription', async (t) => {
  const { app } = await start(t);
  const expired = await app.signUp({ subscriptionDays: -1 });
  const body = { profile_name: 'Kiln' };
  assert.ok((await expired.call('POST /api/firefox-profiles', { body })).success);
  assert.ok((await expired.call('GET /api/firefox-profiles')).success);
});
