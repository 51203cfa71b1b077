import assert from 'node:assert/strict';
import { countClaims, type PacedWorld, pacedTest, refusedAs, WORKDAYS } from '../testing/paced-world.ts';
import { refusal } from '../testing/refusal.ts';
import { until, untilPollsSleep } from '../testing/until.ts';
import { sweepLeases } from './sweep.ts';

const CLOSED = { status: 409, code: 'outside_hours', message: 'Outside the sending hours.' };
const THURSDAY = '2026-11-26T09:00:00+01:00';

const people = (deliveries: { recipient: string }[]) => deliveries.map(({ recipient }) => recipient);

/** The one delivery of a person, whom the engine looks at. */
async function deliveryOf({ app }: PacedWorld, name: string) {
  const { rows } = await app.database.pool.query(
    `select d.state, d.failures, d.retry_at from deliveries d
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id where r.recipient = $1`,
    [name],
  );
  return rows[0];
}

pacedTest(
  'the last claim of a range can be begun, and begun again after its end',
  { at: THURSDAY },
  async (world) => {
    await world.limitAccount({ hours: WORKDAYS });
    await world.running({ people: ['ada', 'bo'] });
    world.goTo('2026-11-26T17:56:59+01:00');
    const [ada] = await world.work();
    assert.ok(ada);
    world.goTo('2026-11-26T17:58:58+01:00');
    const granted = { granted: true, grant_seconds: 60, mark: 1 };
    assert.deepEqual(await world.begin(ada), granted);
    // Its answer was lost.
    world.goTo('2026-11-26T17:59:00+01:00');
    assert.deepEqual(await world.begin(ada), granted);
    world.goTo('2026-11-26T18:00:10+01:00');
    assert.deepEqual(await world.begin(ada), granted);
    assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
  },
);

pacedTest('nobody is handed out within three minutes of the end', { at: THURSDAY }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS });
  await world.running({ people: ['ada'] });
  world.goTo('2026-11-26T17:57:00+01:00');
  assert.deepEqual(await world.work(), []);
  world.goTo('2026-11-27T08:59:59+01:00');
  assert.deepEqual(await world.work(), []);
  world.goTo('2026-11-27T09:00:00+01:00');
  assert.deepEqual(people(await world.work()), ['ada']);
});

pacedTest(
  'hours that close meanwhile refuse a begin, and its person waits without a counted try',
  { at: THURSDAY },
  async (world) => {
    const { campaign } = await world.running({ people: ['ada'] });
    world.goTo('2026-11-26T17:58:00+01:00');
    const [ada] = await world.work();
    assert.ok(ada);
    await world.limitAccount({ hours: WORKDAYS });
    world.goTo('2026-11-26T17:59:00+01:00');
    assert.deepEqual(await refusedAs(world.begin(ada)), CLOSED);
    assert.deepEqual(await deliveryOf(world, 'ada'), {
      state: 'waiting',
      failures: 0,
      retry_at: world.app.clock.now().toISOString(),
    });
    // A closed window completes nothing.
    world.goTo('2026-11-28T12:00:00+01:00');
    await sweepLeases(world.app.deps);
    assert.equal((await world.details(campaign)).status, 'running');
    world.goTo('2026-11-30T09:00:00+01:00');
    assert.deepEqual(people(await world.work()), ['ada']);
  },
);

pacedTest(
  'a quiet date closes its own hours of a range over midnight',
  { at: '2026-11-27T20:00:00+01:00' },
  async (world) => {
    await world.running({ people: ['ada', 'bo', 'cy'], profiles: ['one', 'two', 'three'] });
    const hours = '{[6960,7320)}';
    await world.limitAccount({ hours });
    world.goTo('2026-11-27T23:56:30+01:00');
    const [ada] = await world.work({ capacity: 1 });
    assert.ok(ada);
    world.goTo('2026-11-27T23:57:40+01:00');
    const [bo] = await world.work({ capacity: 1 });
    await world.limitAccount({ quiet_dates: '{[2026-11-28,2026-11-29)}' });
    assert.ok(bo);
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-11-27T23:58:00+01:00');
    await world.begin(ada);
    world.goTo('2026-11-27T23:59:30+01:00');
    assert.deepEqual(await refusedAs(world.begin(bo)), CLOSED);
    await world.limitAccount({ quiet_dates: '{}' });
    world.goTo('2026-11-28T00:29:00+01:00');
    const [again] = await world.work({ capacity: 1 });
    assert.ok(again);
    await world.limitAccount({ quiet_dates: '{[2026-11-28,2026-11-29)}' });
    world.goTo('2026-11-28T00:30:00+01:00');
    assert.deepEqual(await refusedAs(world.begin(again)), CLOSED);
  },
);

pacedTest("a campaign's hours narrow those of its account", { at: THURSDAY }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS });
  const narrow = await world.running({ people: ['ada', 'bo'], profiles: ['one'] });
  const wide = await world.running({ people: ['cy', 'di'], profiles: ['two'] });
  // Thursday 10:00 to 12:00, and all of Saturday.
  await world.limitCampaign(narrow.campaign, { hours: '{[4920,5040),[7200,8640)}' });
  assert.deepEqual(people(await world.work()), ['cy']);
  world.goTo('2026-11-26T10:00:00+01:00');
  const [ada] = await world.work();
  assert.equal(ada?.recipient, 'ada');
  await world.limitCampaign(narrow.campaign, { hours: '{[4980,5040)}' });
  assert.deepEqual(await refusedAs(world.begin(ada as never)), CLOSED);
  world.goTo('2026-11-28T10:00:00+01:00');
  await sweepLeases(world.app.deps);
  assert.deepEqual(await world.work(), [], 'the account is closed on Saturday');
  assert.equal((await world.details(wide.campaign)).status, 'running');
  // Friday 06:00 to 12:00 begins before the account's day does.
  await world.limitCampaign(wide.campaign, { hours: '{[6120,6480)}' });
  const { waiting_until } = await world.details(wide.campaign);
  assert.equal(waiting_until, '2026-12-04T08:00:00.000Z');
});

pacedTest(
  'nothing goes after the last moment, and the campaign pauses with its reason',
  { at: THURSDAY },
  async (world) => {
    const { campaign } = await world.running({ people: ['ada', 'bo', 'cy'], profiles: ['one', 'two'] });
    const half_past_five = { not_after: '2026-11-26T17:30:00+01:00' };
    await world.limitCampaign(campaign, half_past_five);
    world.goTo('2026-11-26T17:26:59+01:00');
    const [ada] = await world.work({ capacity: 1 });
    assert.ok(ada);
    world.goTo('2026-11-26T17:27:00+01:00');
    assert.deepEqual(await world.work(), []);
    await world.limitCampaign(campaign, { not_after: null });
    world.goTo('2026-11-26T17:28:00+01:00');
    const [bo] = await world.work({ capacity: 1 });
    assert.ok(bo);
    await world.limitCampaign(campaign, half_past_five);
    world.goTo('2026-11-26T17:28:58.999+01:00');
    await world.begin(ada);
    world.goTo('2026-11-26T17:29:00+01:00');
    assert.deepEqual(await refusedAs(world.begin(bo)), CLOSED);
    assert.equal((await world.result(ada, { outcome: 'sent' })).state, 'sent');
    world.goTo('2026-11-26T17:29:59+01:00');
    await sweepLeases(world.app.deps);
    assert.equal((await world.details(campaign)).status, 'running');
    world.goTo('2026-11-26T17:30:00+01:00');
    await sweepLeases(world.app.deps);
    const paused = await world.details(campaign);
    const reason = 'Its last moment, 26-11-2026 17:30, has passed';
    assert.deepEqual(
      [paused.status, paused.paused_reason, paused.standstill],
      ['paused', reason, { kind: 'last_moment', words: 'last moment has passed' }],
    );
    assert.deepEqual(
      paused.logs.slice(-1).map(({ action, message }) => [action, message]),
      [['paused', reason]],
    );
    assert.equal(
      (await refusal(world.start(campaign))).message,
      'Its last moment has passed. Change or remove it first.',
    );
    await world.limitCampaign(campaign, { not_after: null });
    await world.start(campaign);
    assert.deepEqual(people(await world.work()), ['cy']);
  },
);

pacedTest(
  'the hours are those of a new time zone at once',
  { at: '2026-11-26T17:00:00+01:00' },
  async (world) => {
    await world.limitAccount({ hours: WORKDAYS });
    await world.running({ people: ['ada'] });
    await world.user.call('PUT /api/auth/profile', { body: { time_zone: 'Pacific/Honolulu' } });
    assert.deepEqual(await world.work(), [], 'it is 06:00 there');
    await world.user.call('PUT /api/auth/profile', { body: { time_zone: 'Europe/London' } });
    assert.deepEqual(people(await world.work()), ['ada']);
  },
);

/** A work call that waits for 50 seconds, and who it was given, once it is answered. */
function waiting(world: PacedWorld, paths = ['/p/one']) {
  const body = { capacity: 1, wait_seconds: 50, profile_paths: paths };
  const answer: { given?: string[] } = {};
  const call = world.agent.call('POST /api/agent/work', { body }).then(({ deliveries }) => {
    answer.given = people(deliveries);
  });
  return { answer, call };
}

/** One work call after the other, each waiting for its whole time. */
async function pollUntil(world: PacedWorld, moment: string) {
  while (world.app.clock.now() < new Date(moment)) {
    const { call } = waiting(world);
    await untilPollsSleep(world.app.clock);
    world.turn(50);
    await call;
  }
}

pacedTest(
  'agents are quiet all night, and are given work at the moment with nobody watching',
  { at: '2026-11-27T18:00:00+01:00' },
  async (world) => {
    await world.running({ people: ['ada'] });
    await world.limitAccount({ hours: WORKDAYS });
    const counted = countClaims(world);
    await pollUntil(world, '2026-11-27T18:05:00+01:00');
    world.goTo('2026-11-30T08:55:00+01:00');
    await pollUntil(world, '2026-11-30T08:58:00+01:00');
    const { agents } = await world.user.call('GET /api/agents');
    assert.deepEqual([counted.claims, agents.map(({ connected }) => connected)], [1, [true]]);
    world.goTo('2026-11-30T08:59:30+01:00');
    const last = waiting(world);
    await until('a call that waits for the moment', () => world.app.clock.sleepingFor(30_000) > 0);
    world.goTo('2026-11-30T08:59:59.999+01:00');
    assert.equal(last.answer.given, undefined);
    world.goTo('2026-11-30T09:00:00+01:00');
    await last.call;
    assert.deepEqual([last.answer.given, counted.claims], [['ada'], 2]);
  },
);

pacedTest('a nudge ends the quiet', { at: '2026-11-27T18:00:00+01:00' }, async (world) => {
  await world.running({ people: ['ada'] });
  await world.limitAccount({ hours: WORKDAYS });
  const counted = countClaims(world);
  await pollUntil(world, '2026-11-27T18:03:00+01:00');
  assert.equal(counted.claims, 1);
  const { call, answer } = waiting(world);
  await untilPollsSleep(world.app.clock);
  await world.user.call('PUT /api/auth/profile', { body: { time_zone: 'Europe/London' } });
  await call;
  assert.deepEqual(answer.given, ['ada']);
});

pacedTest(
  'a quiet agent whose token has ended is refused',
  { at: '2026-11-27T18:00:00+01:00' },
  async (world) => {
    await world.running({ people: ['ada'] });
    await world.limitAccount({ hours: WORKDAYS });
    assert.deepEqual(await world.work(), []);
    const { agent_id } = world.agent;
    const [ended] = (
      await world.app.database.pool.query('delete from sessions where agent_id = $1 returning *', [agent_id])
    ).rows;
    // Nobody was told of it, so that the token itself is still remembered.
    assert.equal((await refusal(world.work())).status, 401);
    const names = Object.keys(ended);
    await world.app.database.pool.query(
      `insert into sessions (${names.join()}) overriding system value values (${names.map((_, n) => `$${n + 1}`).join()})`,
      Object.values(ended),
    );
    assert.deepEqual(await world.work(), []);
    await world.user.call('DELETE /api/agents/{id}', { params: { id: agent_id } });
    assert.equal((await refusal(world.work())).status, 401);
  },
);

pacedTest("a campaign's own hours keep an agent quiet", { at: THURSDAY }, async (world) => {
  const { campaign } = await world.running({ people: ['ada', 'bo', 'cy'], profiles: ['one', 'two'] });
  const [ada] = await world.work({ paths: ['/p/one'] });
  assert.ok(ada);
  await world.limitCampaign(campaign, { hours: '{[6300,6840)}' });
  const counted = countClaims(world);
  const both = ['/p/one', '/p/two'];
  assert.deepEqual(await world.work({ paths: both }), []);
  assert.deepEqual(await world.work({ paths: both }), []);
  assert.equal(counted.claims, 1);
  world.goTo('2026-11-27T09:00:00+01:00');
  await sweepLeases(world.app.deps);
  assert.deepEqual(people(await world.work({ paths: both })), ['bo']);
});
