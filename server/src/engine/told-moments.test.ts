import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { copyOf, putBackTo, repeat, sendNext, thaw } from '../testing/put-back.ts';
import { reader, readReplies, requests, tell } from '../testing/reading-world.ts';

const DAY = 86_400;
const HOUR = 3_600;
/** How long the report of the second message is under way. */
const UNDER_WAY = 10;

/**
 * Two campaigns to ada. The second one's message is forgotten by a restore, and its report is under way for seconds. `read` is
 * called before the report comes and after it, with what ada answered so many seconds after the message.
 */
async function answeredAfter(world: World, seconds: number, order: 'report, read' | 'read, report, read') {
  const shop = await reader(world);
  const campaign = (name: string, list: number) => world.campaign({ list, profiles: [shop], name });
  const first = await campaign('First', await world.list(['ada']));
  await world.start(first);
  await sendNext(world);
  world.turn(DAY);
  const second = await campaign('Second', await world.list(['ada']));
  await world.start(second);
  const copy = await copyOf(world);
  world.turn(PACE_SECONDS);
  const sentAt = world.app.clock.now().getTime();
  const message = await sendNext(world);
  world.turn(HOUR);
  await putBackTo(world, copy);
  await world.app.database.pool.query('update users set epoch = $1', [world.app.clock.now().getTime()]);
  const at = new Date(sentAt + seconds * 1000).toISOString();
  const read = async () => {
    await readReplies(world, [shop]);
    const [request] = await requests(world);
    assert.ok(request);
    await tell(world, request.id, 'result', [{ replies: [{ person: 'ada', at, text: 'Yes please' }] }]);
  };
  if (order === 'read, report, read') await read();
  const reportedAt = new Date(Date.parse(message.at) + HOUR * 1000).toISOString();
  world.turn(UNDER_WAY);
  await repeat(world, message, { now: reportedAt });
  await thaw(world);
  await read();
  return { first, second };
}

async function answered(world: World, campaign: number): Promise<[answered: number, ready: number]> {
  world.turn(2 * DAY);
  const params = { id: campaign };
  const found = await world.user.call('GET /api/campaigns/{id}/follow-up', { params, query: { days: 1 } });
  return [found.answered, found.ready];
}

const replied = async (world: World, campaign: number) => (await world.details(campaign)).total_replied;

engineTest('who answers a message before its moment as it was told later has answered it', async (world) => {
  const { first, second } = await answeredAfter(world, 2.5, 'report, read');
  assert.deepEqual([await replied(world, first), await replied(world, second)], [0, 1]);
  assert.deepEqual(await answered(world, second), [1, 0]);
});

engineTest('an answer that was read before its message was told is heard once both are', async (world) => {
  const { second } = await answeredAfter(world, 2.5, 'read, report, read');
  assert.deepEqual(await answered(world, second), [1, 0]);
});

engineTest('who wrote a while before a message that is told later has not answered it', async (world) => {
  const { first, second } = await answeredAfter(world, -2 * 60, 'report, read');
  assert.deepEqual([await replied(world, first), await replied(world, second)], [1, 0]);
  assert.deepEqual(await answered(world, second), [0, 1]);
});
