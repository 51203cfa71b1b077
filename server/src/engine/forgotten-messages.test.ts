import assert from 'node:assert/strict';
import { putTablesBack } from '../../model/real-tables.ts';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { copyOf, putBackTo, repeat, sendNext, thaw } from '../testing/put-back.ts';
import { reader, readReplies, requests, since, tell } from '../testing/reading-world.ts';

const HOUR = 3_600;
const DAY = 86_400;

/** A running campaign of one profile on a machine that reads replies. */
async function started(world: World, names: string[], profile?: number) {
  const shop = profile ?? (await reader(world));
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [shop] });
  await world.start(campaign);
  return { shop, list, campaign };
}

const isoNow = (world: World) => world.app.clock.now().toISOString();

async function onlyRow<T>(world: World, query: string): Promise<T> {
  return (await world.app.database.pool.query(query)).rows[0];
}

const messagedAt = (world: World, name: string) =>
  onlyRow<{ first: string; last: string }>(
    world,
    `select first_messaged_at as first, last_messaged_at as last from message_ledger where recipient = '${name}'`,
  );

engineTest(
  'a stop that came before the restore is heard, and nobody is written to after it',
  async (world) => {
    const { shop } = await started(world, ['ada', 'bo']);
    const copy = await copyOf(world);
    const ada = await sendNext(world);
    world.turn(HOUR);
    const stop = { person: 'ada', at: isoNow(world), text: 'stop' };
    world.turn(HOUR);
    await putBackTo(world, copy);
    assert.equal((await repeat(world, ada)).state, 'sent');
    await thaw(world);
    await readReplies(world, [shop]);
    const [request] = await requests(world);
    assert.ok(request);
    await tell(world, request.id, 'result', [{ replies: [stop] }]);
    const { do_not_contact } = await world.user.call('GET /api/do-not-contact');
    assert.deepEqual(
      do_not_contact.map(({ recipient, how }) => [recipient, how]),
      [['ada', 'reply']],
    );
  },
);

engineTest(
  'a reply of the time between that begin names keeps its person from the next message',
  async (world) => {
    const { shop } = await started(world, ['ada']);
    const copy = await copyOf(world);
    const ada = await sendNext(world);
    world.turn(HOUR);
    const reply = { person: 'ada', at: isoNow(world), text: 'Thanks!' };
    world.turn(HOUR);
    await putBackTo(world, copy);
    await repeat(world, ada);
    await thaw(world);
    const second = await world.campaign({
      list: await world.list(['ada']),
      profiles: [shop],
      name: 'Second',
    });
    await world.start(second);
    const [next] = await world.work();
    assert.ok(next);
    await assert.rejects(world.begin(next, [reply]), /replied/);
  },
);

const both = (moment: Date) => ({ first: moment.toISOString(), last: moment.toISOString() });

engineTest('a message keeps its moment and its profile across a restore', async (world) => {
  const { shop, campaign } = await started(world, ['ada', 'bo']);
  const copy = await copyOf(world);
  world.turn(HOUR);
  const clicked = world.app.clock.now();
  const ada = await sendNext(world);
  world.turn(5 * DAY);
  await putBackTo(world, copy);
  await repeat(world, ada);
  assert.deepEqual(await messagedAt(world, 'ada'), both(clicked));
  const day = await onlyRow<{ day: string; profile_id: number; sent: number }>(
    world,
    'select day::text, profile_id, sent from daily_performance',
  );
  assert.deepEqual(day, { day: clicked.toISOString().slice(0, 10), profile_id: shop, sent: 1 });
  await thaw(world);
  const { ready, profile_removed } = await world.user.call('GET /api/campaigns/{id}/follow-up', {
    params: { id: campaign },
    query: { days: 4 },
  });
  assert.deepEqual([ready, profile_removed], [1, 0]);
});

engineTest('a moment lies between the backup and now, whatever the agent says', async (world) => {
  await started(world, ['ada', 'bo', 'cy', 'di']);
  world.turn(HOUR);
  const copy = await copyOf(world);
  const told = [];
  for (const _ of ['ada', 'bo', 'cy', 'di']) {
    told.push(await sendNext(world));
    world.turn(PACE_SECONDS);
  }
  const [ada, bo, cy, di] = told;
  assert.ok(ada && bo && cy && di);
  await putBackTo(world, copy);
  const nobody = { at: undefined, now: undefined } as never;
  await repeat(world, ada, nobody);
  await repeat(world, bo, { at: '0001-01-01T00:00:00Z' });
  await repeat(world, cy, { at: '9999-12-31T23:59:59Z', now: '2026-01-01T00:00:00+14:00' });
  const now = isoNow(world);
  const lasts = [];
  for (const name of ['ada', 'bo', 'cy']) lasts.push((await messagedAt(world, name)).last);
  assert.deepEqual(lasts, [copy.at.toISOString(), copy.at.toISOString(), now]);
});

engineTest(
  'of a copy that nobody announced a message is as old as the last grant, or as its agent says',
  async (world) => {
    await started(world, ['ada', 'bo', 'cy']);
    await sendNext(world);
    const granted = isoNow(world);
    world.turn(HOUR);
    const copy = await copyOf(world);
    const bo = await sendNext(world);
    world.turn(HOUR);
    const clicked = isoNow(world);
    const cy = await sendNext(world);
    const known = { epoch: world.app.deps.identity.epoch, profiles: [] };
    const body = { capacity: 1, wait_seconds: 0, profile_paths: ['/p/shop'], mark: 3, grants: known };
    world.turn(HOUR);
    await putTablesBack(world.app.database.pool, copy, world.app.clock.now());
    await world.agent.call('POST /api/agent/work', { body });
    assert.ok((await world.user.call('GET /api/freeze')).freeze);
    await repeat(world, bo, { at: undefined, now: undefined } as never);
    await repeat(world, cy);
    assert.deepEqual((await messagedAt(world, 'bo')).last, granted);
    assert.deepEqual((await messagedAt(world, 'cy')).last, clicked);
  },
);

engineTest('a profile of another user, or of none, is not believed', async (world) => {
  await started(world, ['ada', 'bo']);
  const other = await world.app.signUp({ pack: 'pro' });
  await world.app.database.pool.query(
    `insert into profiles (user_id, profile_name, profile_path, created_at) values ($1, 'theirs', '/p/theirs', now())`,
    [other.id],
  );
  const copy = await copyOf(world);
  const ada = await sendNext(world);
  world.turn(PACE_SECONDS);
  const bo = await sendNext(world);
  await putBackTo(world, copy);
  await repeat(world, ada, { profile_path: '/p/theirs' });
  await repeat(world, bo, { profile_path: '/p/nowhere' });
  const { rows } = await world.app.database.pool.query(
    'select user_id, profile_id, sent from daily_performance',
  );
  assert.deepEqual(rows, [{ user_id: world.user.id, profile_id: 0, sent: 2 }]);
});

engineTest('what a profile sent before the restore counts for its hour and its day', async (world) => {
  await started(world, ['ada', 'bo', 'cy', 'di', 'ed']);
  await world.app.database.pool.query('update profiles set cap_hour = 3, cap_day = 4, warm_up_day = 3');
  await world.app.database.pool.query('update settings set cap_day = 4');
  const today = Math.ceil(world.app.clock.now().getTime() / (DAY * 1000)) * DAY * 1000;
  // The beginning of an hour of the next day.
  world.turn((today - world.app.clock.now().getTime()) / 1000 + 10 * HOUR);
  await sendNext(world);
  world.turn(PACE_SECONDS);
  const copy = await copyOf(world);
  const told = [await sendNext(world)];
  world.turn(PACE_SECONDS);
  told.push(await sendNext(world));
  world.turn(PACE_SECONDS);
  const before = await onlyRow(world, COUNTERS);
  await putBackTo(world, copy);
  for (const line of told) await repeat(world, line);
  for (const line of told) await repeat(world, line);
  assert.deepEqual(await onlyRow(world, COUNTERS), before);
  await thaw(world);
  assert.deepEqual(await onlyRow(world, COUNTERS), before);
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), [], 'the cap of the hour');
});

const COUNTERS = `
  select counted_day::text, begun_today, counted_hour::text, begun_this_hour, warm_up_day, (
    select json_agg(json_build_array(campaign_id = 0, day, begun)) from sending_days) as days
  from profiles`;

engineTest('a profile that begins slowly has sent on each day of which its agent tells', async (world) => {
  await started(world, ['ada', 'bo', 'cy', 'di']);
  await world.app.database.pool.query('update profiles set warm_up_day = 0');
  await sendNext(world);
  const copy = await copyOf(world);
  const told = [];
  for (const _ of ['bo', 'cy', 'di']) {
    world.turn(DAY);
    told.push(await sendNext(world));
  }
  const before = await onlyRow(world, COUNTERS);
  world.turn(60);
  await putBackTo(world, copy);
  // In any order.
  for (const line of told.toReversed()) await repeat(world, line);
  assert.deepEqual(await onlyRow(world, COUNTERS), before);
});

engineTest('the pace of a forgotten message goes on from its click', async (world) => {
  await started(world, ['ada', 'bo']);
  const copy = await copyOf(world);
  const ada = await sendNext(world);
  world.turn(60);
  await putBackTo(world, copy);
  await repeat(world, ada);
  await thaw(world);
  assert.deepEqual(await world.work(), []);
  world.turn(PACE_SECONDS - 60);
  assert.equal((await world.work()).length, 1);
});

engineTest(
  'a message that was handed out before the backup and begun after it keeps its moment',
  async (world) => {
    await started(world, ['ada', 'bo']);
    const [delivery] = await world.work();
    assert.ok(delivery);
    const copy = await copyOf(world);
    await world.begin(delivery);
    const clicked = world.app.clock.now();
    const at = new Date(clicked.getTime() + 3 * DAY * 1000).toISOString();
    await world.result(delivery, { outcome: 'sent' });
    world.turn(HOUR);
    await putBackTo(world, copy);
    assert.equal((await repeat(world, { delivery, at })).state, 'sent');
    assert.deepEqual(await messagedAt(world, 'ada'), both(clicked));
    assert.equal((await onlyRow<{ begun_today: number }>(world, COUNTERS)).begun_today, 1);
  },
);

engineTest('journals tell in any order: the first message of a person is the oldest', async (world) => {
  const shop = await reader(world);
  const profiles = [shop];
  const second = await world.campaign({ list: await world.list(['ada']), profiles, name: 'Second' });
  await started(world, ['ada'], shop);
  const copy = await copyOf(world);
  const first = isoNow(world);
  const one = await sendNext(world);
  await world.start(second);
  world.turn(HOUR);
  const last = isoNow(world);
  const two = await sendNext(world);
  await putBackTo(world, copy);
  await repeat(world, two);
  await repeat(world, one);
  assert.deepEqual(await messagedAt(world, 'ada'), { first, last });
});

engineTest('messages without a reply go on to count where the machine reads replies', async (world) => {
  await started(world, ['ada']);
  const copy = await copyOf(world);
  const ada = await sendNext(world);
  world.turn(HOUR);
  await putBackTo(world, copy);
  await repeat(world, ada);
  const { unreplied } = await onlyRow<{ unreplied: number }>(world, 'select unreplied from message_ledger');
  assert.equal(unreplied, 1);
});

engineTest(
  'the replies of a profile can be read although the copy knows none of its messages',
  async (world) => {
    const { shop } = await started(world, ['ada', 'bo']);
    const copy = await copyOf(world);
    const ada = await sendNext(world);
    const day = `${isoNow(world).slice(0, 10)}T00:00:00+00:00`;
    world.turn(2 * DAY);
    await putBackTo(world, copy);
    await repeat(world, ada);
    await readReplies(world, [shop]);
    const [request] = await requests(world);
    assert.ok(request);
    assert.deepEqual(
      since(request).map((at) => new Date(at).getTime()),
      [Date.parse(day)],
    );
  },
);
