import assert from 'node:assert/strict';
import { createWorld, engineTest, type World } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { ask, letDaysPass, send, twoMachines, usingNextServer } from '../../testing/machines-and-servers.ts';

const freezeOf = async ({ user }: World) => (await user.call('GET /api/freeze')).freeze;

engineTest(
  'a machine that was granted something lately is waited for, however long it has sent',
  async (world) => {
    const other = await twoMachines(world);
    await send(world);
    await letDaysPass(world, 31);
    await send(world);
    await usingNextServer(world, async (later) => {
      assert.deepEqual((await ask({ call: later.client(other.token) }, {})).deliveries, []);
    });
  },
);

engineTest('a machine that was removed keeps nobody waiting', async (world) => {
  const other = await twoMachines(world);
  await send(world);
  await world.user.call('DELETE /api/agents/{id}', { params: { id: world.agent.agent_id } });
  await usingNextServer(world, async (later) => {
    assert.equal((await ask({ call: later.client(other.token) }, {})).deliveries.length, 1);
  });
});

engineTest('a machine whose profiles only an ended campaign has keeps nobody waiting', async (world) => {
  const ended = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one')],
  });
  await world.agent.report({ folders: ['/p/one'] });
  await world.start(ended);
  await world.work();
  const body = { status: 'completed' } as const;
  await world.user.call('PUT /api/campaigns/{id}/status', { params: { id: ended }, body });
  const other = await enrolMachine(world.app, world.user, 'laptop');
  await other.report();
  const profiles = [await world.profile('two')];
  await world.start(await world.campaign({ list: await world.list(['bo']), profiles, name: 'Second' }));
  await usingNextServer(world, async (later) => {
    const laptop = { call: later.client(other.token) };
    assert.equal((await ask(laptop, {}, { path: '/p/two' })).deliveries.length, 1);
  });
});

engineTest("another user's machines keep nobody waiting", async (world) => {
  const other = await createWorld(world.app);
  await twoMachines(other);
  await send(other);
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada']), profiles }));
  await usingNextServer(world, async (later) => {
    assert.equal((await ask({ call: later.client(world.agent.token) }, {})).deliveries.length, 1);
  });
});

engineTest(
  "a grant of somebody else's profile freezes as one of a profile that is not there",
  async (world) => {
    const other = await createWorld(world.app);
    await twoMachines(other);
    await send(other);
    const [profile] = (await other.user.call('GET /api/profiles')).profiles;
    const { epoch } = world.app.deps.identity;
    await ask(world.agent, { epoch, profiles: [{ profile_id: profile?.id ?? 0, grant_number: 1 }] });
    assert.ok(await freezeOf(world));
    assert.equal(await freezeOf(other), null);
  },
);
