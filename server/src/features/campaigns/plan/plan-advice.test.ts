import assert from 'node:assert/strict';
import type { HourRange } from '@pigeonpost/contract/sending-hours';
import { engineTest, type World } from '../../../testing/engine-world.ts';

const NO_HOURS = ['no_hours', 'No sending hours are set: messages may go out at night.'];
const NO_AGENT = ['no_agent', 'No agent with a site driver is connected: nothing is sent until one is.'];
const LATER_SECONDS = 3600;

const adviceOf = async (world: World, id: number) =>
  (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan.advice.map(
    ({ kind, text }) => [kind, text],
  );

/** An agent that can send is connected, hours are set, and no profile is new. */
async function withoutAdvice(world: World, names: string[]) {
  await world.work();
  const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day): HourRange => ({ day, from: '00:00', to: '24:00' }));
  await world.user.call('PUT /api/settings', { body: { hours: allWeek } });
  const list = await world.list(names);
  const profile = await world.profile('kiln.club');
  await world.user.call('PUT /api/profiles/{id}', { params: { id: profile }, body: { begin_slowly: true } });
  const id = await world.campaign({ list, profiles: [profile] });
  assert.deepEqual(await adviceOf(world, id), []);
  return { id, list, profile };
}

engineTest('a plan of nobody advises that alone, with the reasons', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  for (const recipient of ['ada', 'bo'])
    await world.user.call('POST /api/do-not-contact', { body: { recipient } });
  assert.deepEqual(await adviceOf(world, id), [
    ['nobody', 'Nobody would be written to: 2 on your do-not-contact list.'],
  ]);
  const empty = await world.campaign({ list: await world.list([]), profiles: [await world.profile('two')] });
  assert.deepEqual(await adviceOf(world, empty), [['nobody', 'Nobody is in its list']]);
});

engineTest(
  'a plan advises of hours, of new profiles and of a missing agent, in this order',
  async (world) => {
    const list = await world.list(['ada']);
    const one = await world.profile('kiln.club');
    const id = await world.campaign({ list, profiles: [one] });
    world.turn(LATER_SECONDS);
    const fresh = ['new_profiles', 'kiln.club has sent 0 messages so far.'];
    assert.deepEqual(await adviceOf(world, id), [NO_HOURS, fresh, NO_AGENT]);
    await world.work();
    assert.deepEqual(await adviceOf(world, id), [NO_HOURS, fresh]);
    await world.agent.report({ drivers: [] });
    assert.deepEqual(await adviceOf(world, id), [NO_HOURS, fresh, NO_AGENT]);
    const two = await world.profile('market');
    const three = await world.profile('raku');
    await world.user.call('PUT /api/campaigns/{id}', {
      params: { id },
      body: { profiles_used: [one, two, three] },
    });
    assert.deepEqual(await adviceOf(world, id), [
      NO_HOURS,
      ['new_profiles', 'kiln.club and 2 others have sent fewer than 20 messages so far.'],
      NO_AGENT,
    ]);
  },
);

engineTest("people whom a last moment would leave are advised of in the user's zone", async (world) => {
  const { id } = await withoutAdvice(world, ['ada', 'bo', 'cy']);
  await world.app.database.pool.query("update users set time_zone = 'Asia/Tokyo' where id = $1", [
    world.user.id,
  ]);
  const not_after = new Date(world.app.clock.now().getTime() + 240_000);
  const shown = new Date(not_after.getTime() + 9 * 3_600_000).toISOString();
  const [year, month, day] = shown.slice(0, 10).split('-');
  await world.user.call('PUT /api/campaigns/{id}', {
    params: { id },
    body: { not_after: not_after.toISOString() },
  });
  assert.deepEqual(await adviceOf(world, id), [
    ['not_reached', `2 people would not be reached before ${day}-${month}-${year} ${shown.slice(11, 16)}`],
  ]);
});

engineTest('people who are worth a look are advised of before a long time', async (world) => {
  const names = Array.from({ length: 20 }, (_, index) => `person${index}`);
  const { id, profile } = await withoutAdvice(world, names);
  await world.user.call('PUT /api/campaigns/{id}', { params: { id }, body: { cap_day: 1 } });
  const long = await adviceOf(world, id);
  assert.deepEqual(long, [['long', 'It takes 19 days.']]);
  await world.campaign({ list: await world.list(['person1']), profiles: [profile], name: 'Kiln open' });
  assert.deepEqual(await adviceOf(world, id), [
    ['look', '1 also pending in Kiln open, which has not ended: they would get both'],
    ...long,
  ]);
});
