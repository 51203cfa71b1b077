import assert from 'node:assert/strict';
import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import type { ApiError } from '@pigeonpost/contract/client';
import { listPeople, sendNext } from '../testing/city-campaign.ts';
import { addNames, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';

/** A campaign to these people by the given number of profiles, without whom it leaves out. */
async function leaving(
  world: World,
  people: string[],
  leave_out: Partial<NonNullable<LeaveOutInput>> | (() => Promise<Partial<NonNullable<LeaveOutInput>>>),
  profiles = ['one'],
) {
  const list = await world.list(people);
  const used = [];
  for (const name of profiles) used.push(await world.profile(name));
  const campaign = await world.campaign({ list, profiles: used });
  await world.user.call('PUT /api/campaigns/{id}', {
    params: { id: campaign },
    body: { leave_out: typeof leave_out === 'function' ? await leave_out() : leave_out },
  });
  return { list, campaign };
}

async function namedList(world: World, name: string, names: string[]): Promise<number> {
  const { list } = await world.user.call('POST /api/lists', { body: { name } });
  await addNames(world.app, { user_id: world.user.id, list: list.id, names });
  return list.id;
}

/** A tag on this person. */
async function tagOn(world: World, name: string, person: string): Promise<number> {
  const { tag } = await world.user.call('POST /api/tags', { body: { name } });
  await world.user.call('PUT /api/people/{name}', { params: { name: person }, body: { tags: [tag.id] } });
  return tag.id;
}

const willNot = async (world: World, id: number) => {
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  return [plan.will, plan.will_not.map(({ reason, text, people }) => [reason, text, ...people])];
};

engineTest('who is left out is skipped at their turn, in the words of the plan', async (world) => {
  const booked = await namedList(world, 'Booked a seat', ['bo', 'cy']);
  const asked = await namedList(world, 'Asked', ['cy', 'ed']);
  const { campaign } = await leaving(world, ['ada', 'bo', 'cy', 'di', 'ed', 'flo'], async () => ({
    lists: [booked, asked],
    tags: [await tagOn(world, 'VIP', 'di')],
  }));
  assert.deepEqual(await willNot(world, campaign), [
    2,
    [
      ['left_out', 'In a list that is left out: Booked a seat', 'bo', 'cy'],
      ['left_out', 'Has a tag that is left out: VIP', 'di'],
      ['left_out', 'In a list that is left out: Asked', 'ed'],
    ],
  ]);
  await world.start(campaign);
  const next = await world.user.call('GET /api/campaigns/{id}/next', { params: { id: campaign } });
  assert.deepEqual(
    next.people.map(({ recipient }) => recipient),
    ['ada', 'flo'],
  );
  assert.equal(await sendNext(world), 'Hi ada!');
  // The list grows and shrinks meanwhile.
  await addNames(world.app, { user_id: world.user.id, list: booked, names: ['flo'] });
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: booked } });
  const bo = recipients.find(({ recipient }) => recipient === 'bo');
  await world.user.call('DELETE /api/recipients/{id}', { params: { id: bo?.id ?? 0 } });
  assert.equal(await sendNext(world), 'Hi bo!');
  assert.equal(await sendNext(world), undefined);
  assert.deepEqual(await listPeople(world, campaign, 'skipped'), [
    ['cy', 'skipped', 'In a list that is left out: Booked a seat'],
    ['di', 'skipped', 'Has a tag that is left out: VIP'],
    ['ed', 'skipped', 'In a list that is left out: Asked'],
    ['flo', 'skipped', 'In a list that is left out: Booked a seat'],
  ]);
  const { status, total_sent } = await world.details(campaign);
  assert.deepEqual([status, total_sent], ['completed', 2]);
});

engineTest(
  'who is put into a list that is left out is refused at begin, and at the next try',
  async (world) => {
    const out = await namedList(world, 'L', []);
    const { campaign } = await leaving(world, ['ada', 'bo'], { lists: [out] }, ['one', 'two']);
    await world.start(campaign);
    // As of a user from before there were settings.
    await world.app.database.pool.query('delete from settings where user_id = $1', [world.user.id]);
    const [ada, bo] = await world.work();
    assert.ok(ada && bo);
    await world.begin(bo);
    await world.result(bo, { outcome: 'failed', reason: 'The page did not load' });
    await addNames(world.app, { user_id: world.user.id, list: out, names: ['ada', 'bo'] });
    assert.equal((await refusal(world.begin(ada))).code, 'gone');
    world.turn(2 * PACE_SECONDS);
    assert.deepEqual(await world.work(), []);
    assert.deepEqual(await listPeople(world, campaign, 'skipped'), [
      ['ada', 'skipped', 'In a list that is left out: L'],
      ['bo', 'skipped', 'In a list that is left out: L'],
    ]);
  },
);

engineTest('of deliveries that begin at once each is judged by its own campaign', async (world) => {
  const outOfFirst = await namedList(world, 'L', []);
  const outOfSecond = await namedList(world, 'M', []);
  const first = await leaving(world, ['ada', 'bo', 'cy'], { lists: [outOfFirst] }, ['one', 'two', 'three']);
  const second = await leaving(world, ['di', 'ed', 'flo'], { lists: [outOfSecond] }, ['four', 'five', 'six']);
  for (const { campaign } of [first, second]) await world.start(campaign);
  await world.app.database.pool.query('delete from settings where user_id = $1', [world.user.id]);
  const claimed = await world.work();
  assert.equal(claimed.length, 6);
  await addNames(world.app, { user_id: world.user.id, list: outOfFirst, names: ['bo', 'di', 'ed'] });
  await addNames(world.app, { user_id: world.user.id, list: outOfSecond, names: ['ada', 'flo'] });
  // All but the first, which is under way alone, are one batch.
  const refused = await Promise.all(
    claimed.map(async (delivery) => {
      const code = await world.begin(delivery).then(
        () => 'granted',
        (error: ApiError) => error.code,
      );
      return [delivery.recipient, code];
    }),
  );
  assert.deepEqual(refused.sort(), [
    ['ada', 'granted'],
    ['bo', 'gone'],
    ['cy', 'granted'],
    ['di', 'granted'],
    ['ed', 'granted'],
    ['flo', 'gone'],
  ]);
  assert.deepEqual(await listPeople(world, first.campaign, 'skipped'), [
    ['bo', 'skipped', 'In a list that is left out: L'],
  ]);
  assert.deepEqual(await listPeople(world, second.campaign, 'skipped'), [
    ['flo', 'skipped', 'In a list that is left out: M'],
  ]);
});

engineTest('who replied within the days is left out, whatever the quiet days are', async (world) => {
  await world.app.database.pool.query('update settings set quiet_days = 0 where user_id = $1', [
    world.user.id,
  ]);
  const profile = await world.profile('one');
  const first = await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [profile] });
  await world.start(first);
  assert.equal(await sendNext(world), 'Hi ada!');
  await world.app.database.pool.query(`update message_ledger set replied_at = $1 where recipient = 'ada'`, [
    world.app.clock.now(),
  ]);
  assert.equal(await sendNext(world), 'Hi bo!');
  const list = await world.list(['ada', 'cy']);
  const second = await world.campaign({ list, profiles: [profile], name: 'Next' });
  const leave = (replied_days: number) =>
    world.user.call('PUT /api/campaigns/{id}', {
      params: { id: second },
      body: { leave_out: { replied_days } },
    });
  await leave(1);
  assert.deepEqual(await willNot(world, second), [
    1,
    [['left_out', 'Replied within 1 day, which is left out', 'ada']],
  ]);
  world.turn(86_400);
  assert.deepEqual(await willNot(world, second), [2, []]);
  await leave(30);
  await world.start(second);
  assert.equal(await sendNext(world), 'Hi cy!');
  assert.deepEqual(await listPeople(world, second, 'skipped'), [
    ['ada', 'skipped', 'Replied within 30 days, which is left out'],
  ]);
});
