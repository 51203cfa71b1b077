import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { untilPollsSleep } from '../../testing/until.ts';
import { noteQuietAgents } from '../agents/presence.ts';

const WAIT = 50;

/** A work call, and a promise of when it waits. */
function poll(world: World) {
  const answer = world.agent.call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: WAIT, profile_paths: ['/p/one'] },
  });
  return { answer, asleep: () => untilPollsSleep(world.app.clock) };
}

/** After a poll that ended with nothing. Gives how often the database was asked since then, for anything or for this. */
async function afterQuietPoll(world: World): Promise<(what?: string) => number> {
  const { answer, asleep } = poll(world);
  await asleep();
  world.turn(WAIT);
  await answer;
  const asked = mock.method(world.app.deps, 'callAsSystem').mock;
  return (what) => asked.calls.filter(({ arguments: [name] }) => what === undefined || name === what).length;
}

engineTest('an agent with nothing to do asks the database nothing, and stays connected', async (world) => {
  const asked = await afterQuietPoll(world);
  const { answer, asleep } = poll(world);
  await asleep();
  assert.equal(asked(), 0);
  world.turn(WAIT);
  assert.deepEqual(await answer, {
    deliveries: [],
    requests: [],
    server: { ...world.app.deps.identity, mark: 0 },
  });
  const begun = new Date(world.app.clock.now().getTime() - WAIT * 1000).toISOString();
  await noteQuietAgents(world.app.deps);
  assert.equal(asked(), 1, 'one statement for all agents');
  const [agent] = (await world.user.call('GET /api/agents')).agents;
  assert.deepEqual([agent?.connected, agent?.last_seen_at], [true, begun]);
});

engineTest('a poll that need not claim still wakes when a campaign starts', async (world) => {
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles });
  await afterQuietPoll(world);
  const { answer, asleep } = poll(world);
  await asleep();
  await world.start(campaign);
  assert.equal((await answer).deliveries[0]?.recipient, 'ada');
});

engineTest('what came between two polls is found by the second', async (world) => {
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles });
  await afterQuietPoll(world);
  await world.start(campaign);
  assert.equal((await poll(world).answer).deliveries[0]?.recipient, 'ada');
});

engineTest('while a campaign runs each poll claims', async (world) => {
  const profiles = [await world.profile('one')];
  await world.start(await world.campaign({ list: await world.list(['ada', 'bo']), profiles }));
  await world.result(await world.sending(), { outcome: 'sent' });
  const asked = await afterQuietPoll(world);
  const { asleep } = poll(world);
  await asleep();
  assert.ok(asked() > 0);
});

engineTest('a token that ended between two polls, or while one need not claim, is refused', async (world) => {
  await afterQuietPoll(world);
  const { answer, asleep } = poll(world);
  await asleep();
  const params = { id: world.agent.agent_id };
  await world.user.call('DELETE /api/agents/{id}', { params });
  assert.equal((await refusal(answer)).status, 401);
  assert.equal((await refusal(poll(world).answer)).status, 401);
});

engineTest('five minutes after it claimed an agent claims again, whatever it heard', async (world) => {
  const asked = await afterQuietPoll(world);
  for (let seconds = WAIT; seconds < 5 * 60; seconds += WAIT) {
    const { answer, asleep } = poll(world);
    await asleep();
    assert.equal(asked('claim_work'), 0);
    world.turn(WAIT);
    await answer;
  }
  const { asleep } = poll(world);
  await asleep();
  assert.ok(asked('claim_work') > 0);
});

engineTest(
  'an agent claims while nudges of other servers may be missed, and after such a time',
  async (world) => {
    const { deps } = world.app;
    const asked = await afterQuietPoll(world);
    const hears = mock.method(deps, 'hearsPeers', () => false);
    const first = poll(world);
    await first.asleep();
    assert.ok(asked() > 0);
    hears.mock.restore();
    world.turn(WAIT);
    await first.answer;
    const before = asked();
    // As when the connection is back that nudges come on.
    deps.nudges.wakeAll();
    await poll(world).asleep();
    assert.ok(asked() > before);
  },
);
