import assert from 'node:assert/strict';
import { reasonWords } from '@pigeonpost/contract/reasons';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';

const LISTED = ['/p/one', '/p/two'];

/** A running campaign with two profiles of the world's machine. */
async function started(world: World) {
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.agent.report({ folders: LISTED });
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo', 'cy']), profiles });
  await world.start(campaign);
  // With its first work call it counts as connected.
  await world.work({ capacity: 0 });
  return { campaign, profiles };
}

const rests = async ({ user }: World) =>
  (await user.call('GET /api/profiles')).profiles.map(({ faulted_at, rest_reason }) => {
    assert.equal(faulted_at === null, rest_reason === null);
    return rest_reason;
  });

const stopped = async (world: World, campaign: number) =>
  (await world.details(campaign)).logs
    .filter(({ action }) => action === 'profile_blocked')
    .map(({ profile_name, message }) => `${profile_name}: ${message}`);

engineTest(
  'profiles of a machine that lost its Firefox rest with the reason until it has one again',
  async (world) => {
    const { campaign } = await started(world);
    const error = '/usr/bin/firefox could not be started: it ended with code 255.';
    for (const _ of [1, 2]) await world.agent.report({ error });
    assert.deepEqual(await rests(world), [error, error]);
    assert.deepEqual(await stopped(world, campaign), [
      `one: ${reasonWords({ kind: 'unlisted', words: error })}`,
      `two: ${reasonWords({ kind: 'unlisted', words: error })}`,
    ]);
    const { status, waiting_reason } = await world.details(campaign);
    assert.equal(status, 'running');
    assert.match(waiting_reason ?? '', /^one, two cannot start: \/usr\/bin\/firefox could not be started/);
    await world.agent.report({ folders: LISTED });
    assert.deepEqual(await rests(world), [null, null]);
    assert.equal((await world.details(campaign)).waiting_reason, null);
    assert.equal((await world.work()).length, 2);
  },
);

engineTest(
  'a profile whose folder is away rests alone, and a press does not bring it back',
  async (world) => {
    const { campaign, profiles } = await started(world);
    await world.agent.report({ folders: ['/p/two'] });
    const reason = 'Firefox on studio does not list this folder.';
    assert.deepEqual(await rests(world), [reason, null]);
    assert.deepEqual(await stopped(world, campaign), [
      `one: ${reasonWords({ kind: 'unlisted', words: reason })}`,
    ]);
    assert.equal((await world.details(campaign)).waiting_reason, null);
    await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: profiles[0] ?? 0 } });
    assert.deepEqual(await rests(world), [reason, null]);
  },
);

engineTest('what could not start and is away by now is tried at once when it is back', async (world) => {
  await started(world);
  const [delivery] = await world.work({ capacity: 1 });
  assert.equal(delivery?.profile.profile_name, 'one');
  await world.result(delivery, { outcome: 'failed', machine_fault: true, reason: 'It is broken.' });
  // A report does not prove that Firefox starts.
  await world.agent.report({ folders: LISTED });
  assert.deepEqual(await rests(world), ['It is broken.', null]);
  assert.deepEqual(await world.work({ paths: ['/p/one'] }), []);
  await world.agent.report({ folders: ['/p/two'] });
  await world.agent.report({ folders: LISTED });
  assert.equal((await world.work({ paths: ['/p/one'] })).length, 1);
});

engineTest(
  'a machine says nothing of the profiles of another, and one that is revoked takes its word along',
  async (world) => {
    await started(world);
    const other = await enrolMachine(world.app, world.user, 'laptop');
    await other.report({ folders: ['/p/elsewhere'] });
    assert.deepEqual(await rests(world), [null, null]);
    await world.agent.report();
    await other.report({ folders: LISTED });
    const reason = 'Firefox on studio does not list this folder.';
    assert.deepEqual(await rests(world), [reason, reason]);
    await world.user.call('DELETE /api/agents/{id}', { params: { id: world.agent.agent_id } });
    assert.deepEqual(await rests(world), [null, null]);
  },
);

engineTest('a test that opens the profile ends its rest, one that fails does not', async (world) => {
  await started(world);
  const [delivery] = await world.work({ capacity: 1 });
  assert.ok(delivery);
  await world.result(delivery, { outcome: 'failed', machine_fault: true, reason: 'It is broken.' });
  const test = async (status: 'completed' | 'failed') => {
    await world.user.call('POST /api/firefox-profiles/test', { body: { profile_path: '/p/one' } });
    const { requests } = await world.agent.call('POST /api/agent/work', {
      body: { capacity: 0, wait_seconds: 0, profile_paths: [] },
    });
    const params = { id: requests[0]?.id ?? 0 };
    await world.agent.call('POST /api/agent/requests/{id}/result', { params, body: { status } });
  };
  await test('failed');
  assert.deepEqual(await rests(world), ['It is broken.', null]);
  await test('completed');
  assert.deepEqual(await rests(world), [null, null]);
  assert.equal((await world.work({ paths: ['/p/one'] })).length, 1);
});
