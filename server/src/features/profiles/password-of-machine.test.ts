import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { enrolMachine, type Machine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const PATH = '/p/shop';
const MINUTE_MS = 60_000;

/** A profile whose password was typed for the machine 'studio'. */
async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const studio = await enrolMachine(app, user);
  await studio.report({ folders: [PATH] });
  const base = { profile_name: 'shop', profile_path: PATH, insta_username: 'shop' };
  const { profile } = await user.call('POST /api/profiles', {
    body: { ...base, insta_password: 'kiln-9000' },
  });
  const { id } = profile;
  assert.deepEqual(
    [profile.agent_id, profile.has_password, profile.password_lost],
    [studio.agent_id, true, false],
  );
  const read = ({ call }: Pick<Machine, 'call'>) =>
    call('GET /api/agent/profiles/{id}/sign-in', { params: { id } });
  const stateOf = async () => {
    const found = (await user.call('GET /api/profiles')).profiles.find((one) => one.id === id);
    return [found?.agent_id, found?.has_password, found?.password_lost];
  };
  const edit = async (more: object) =>
    (await user.call('PUT /api/profiles/{id}', { params: { id }, body: { ...base, ...more } })).profile;
  return { app, user, studio, id, base, read, stateOf, edit };
}

test('a password is readable only by the machine that had the profile when it was typed', async (t) => {
  const { studio, read, edit, stateOf } = await start(t);
  assert.equal((await read(studio)).insta_password, 'kiln-9000');
  await edit({ agent_id: studio.agent_id, profile_path: '/p/moved' });
  assert.equal((await read(studio)).insta_password, 'kiln-9000');
  assert.deepEqual(await stateOf(), [studio.agent_id, true, false]);
});

test('a profile moved by hand loses it, there and back, unless it is typed with the move', async (t) => {
  const { app, user, studio, read, edit, stateOf } = await start(t);
  const kiln = await enrolMachine(app, user, 'kiln');
  await edit({ agent_id: kiln.agent_id });
  assert.deepEqual(await stateOf(), [kiln.agent_id, false, true]);
  assert.equal((await read(kiln)).insta_password, null);
  await edit({ agent_id: studio.agent_id });
  assert.deepEqual(await stateOf(), [studio.agent_id, false, true]);
  assert.equal((await read(studio)).insta_password, null);
  await edit({ agent_id: kiln.agent_id, insta_password: 'raku-night' });
  assert.deepEqual(await stateOf(), [kiln.agent_id, true, false]);
  assert.equal((await read(kiln)).insta_password, 'raku-night');
  // Another folder may be on another machine, or on none yet.
  await edit({ profile_path: '/p/elsewhere' });
  assert.deepEqual(await stateOf(), [null, false, true]);
  const { rows } = await app.database.pool.query('select insta_password from profiles');
  assert.deepEqual(rows, [{ insta_password: null }]);
});

test('a user who wants no stored password is not asked again', async (t) => {
  const { app, user, edit, stateOf } = await start(t);
  const { agent_id } = await enrolMachine(app, user, 'kiln');
  await edit({ agent_id });
  await edit({});
  assert.deepEqual(await stateOf(), [agent_id, false, true]);
  await edit({ remove_password: true });
  assert.deepEqual(await stateOf(), [agent_id, false, false]);
});

test('a machine that takes a profile over gets no password: by its name, by enrolling again, or after a revocation', async (t) => {
  const { app, user, studio, read, edit, stateOf } = await start(t);
  const retype = async (machine: Machine) => {
    await edit({ insta_password: 'kiln-9000' });
    assert.equal((await read(machine)).insta_password, 'kiln-9000');
  };
  // A second agent of the same machine, once the first is silent.
  app.clock.advance(10 * MINUTE_MS);
  const second = await enrolMachine(app, user);
  await second.report({ folders: [PATH] });
  assert.deepEqual(await stateOf(), [second.agent_id, false, true]);
  assert.equal((await read(second)).insta_password, null);
  assert.equal((await refusal(read(studio))).status, 404);

  // The same in a work call, which takes profiles too.
  await retype(second);
  app.clock.advance(10 * MINUTE_MS);
  const third = await enrolMachine(app, user);
  const body = { capacity: 1, wait_seconds: 0, profile_paths: [PATH] };
  await third.call('POST /api/agent/work', { body });
  await third.call('POST /api/agent/work', { body });
  assert.deepEqual(await stateOf(), [third.agent_id, false, true]);

  await retype(third);
  await user.call('DELETE /api/agents/{id}', { params: { id: second.agent_id } });
  await user.call('DELETE /api/agents/{id}', { params: { id: third.agent_id } });
  const [, has_password, password_lost] = await stateOf();
  assert.deepEqual([has_password, password_lost], [false, true]);
  const fourth = await enrolMachine(app, user, 'elsewhere');
  await edit({ agent_id: fourth.agent_id });
  await retype(fourth);
  await user.call('DELETE /api/agents/{id}', { params: { id: fourth.agent_id } });
  const fifth = await enrolMachine(app, user, 'fifth');
  await fifth.report({ folders: [PATH] });
  await edit({ agent_id: fifth.agent_id });
  assert.equal((await read(fifth)).insta_password, null);
});

test('a password typed before there was a machine is readable by none', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const body = { profile_name: 'shop', profile_path: PATH, insta_password: 'kiln-9000' };
  const { profile } = await user.call('POST /api/profiles', { body });
  const machine = await enrolMachine(app, user);
  await machine.report({ folders: [PATH] });
  const [found] = (await user.call('GET /api/profiles')).profiles;
  assert.deepEqual(
    [found?.agent_id, found?.has_password, found?.password_lost],
    [machine.agent_id, false, true],
  );
  const params = { id: profile.id };
  assert.equal((await machine.call('GET /api/agent/profiles/{id}/sign-in', { params })).insta_password, null);
});
