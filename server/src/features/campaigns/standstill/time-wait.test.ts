import assert from 'node:assert/strict';
import {
  handedOut,
  type PacedWorld,
  pacedTest,
  range,
  sendAll,
  WORKDAYS,
} from '../../../testing/paced-world.ts';

const MORNING = '2026-11-26T09:00:00+01:00';
const NO_PAUSE = { delay_start: 0, delay_end: 0 };

/** What a campaign says of its wait while its agent is connected. */
async function waitOf(world: PacedWorld, campaign: number) {
  assert.deepEqual(await world.work(), []);
  const { stage, waiting_reason, waiting_kind, waiting_until, standstill, next_send_at } =
    await world.details(campaign);
  assert.equal(waiting_kind, standstill?.kind);
  return {
    stage,
    waiting_reason,
    waiting_until,
    kind: waiting_kind,
    words: standstill?.words,
    next_send_at,
  };
}

pacedTest('outside the hours a campaign says until when', { at: MORNING }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS });
  const { campaign } = await world.running({ people: ['ada'] });
  const open = await world.details(campaign);
  assert.deepEqual(
    [open.stage, open.standstill?.kind, open.waiting_kind, open.waiting_until],
    [null, 'agent', null, null],
  );
  world.goTo('2026-11-26T17:57:00+01:00');
  assert.deepEqual(await waitOf(world, campaign), {
    stage: 'waiting',
    kind: 'hours',
    words: 'until Fri 09:00',
    waiting_reason: 'Outside the sending hours. Goes on Fri 27-11 at 09:00 by itself.',
    waiting_until: '2026-11-27T08:00:00.000Z',
    next_send_at: '2026-11-27T08:00:00.000Z',
  });
  // Nobody is needed.
  const { counts } = await world.user.call('GET /api/campaigns');
  assert.equal(counts.standing_still, 0);
  world.goTo('2026-11-27T07:00:00+01:00');
  const today = await waitOf(world, campaign);
  assert.deepEqual(
    [today.words, today.waiting_reason],
    ['until 09:00', 'Outside the sending hours. Goes on at 09:00 by itself.'],
  );
});

pacedTest(
  'an agent that is missing is named beside the hours, and alone from an hour before',
  { at: MORNING },
  async (world) => {
    await world.limitAccount({ hours: WORKDAYS });
    const { campaign } = await world.running({ people: ['ada'] });
    world.goTo('2026-11-26T22:00:00+01:00');
    const night = await world.details(campaign);
    assert.equal(night.waiting_kind, 'hours');
    assert.equal(
      night.waiting_reason,
      'Outside the sending hours. Goes on Fri 27-11 at 09:00 by itself. No agent is connected now; one is needed then.',
    );
    world.goTo('2026-11-27T08:00:00+01:00');
    const { standstill, waiting_kind } = await world.details(campaign);
    assert.deepEqual([standstill?.kind, waiting_kind], ['agent', null]);
  },
);

pacedTest('a quiet date is named', { at: '2026-12-24T10:00:00+01:00' }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS, quiet_dates: '{[2026-12-24,2026-12-26)}' });
  const { campaign } = await world.running({ people: ['ada'] });
  const { kind, words, waiting_reason } = await waitOf(world, campaign);
  assert.deepEqual(
    [kind, words, waiting_reason],
    ['quiet_date', 'until Mon 09:00', 'Thu 24-12 is a quiet date. Goes on Mon 28-12 at 09:00 by itself.'],
  );
});

pacedTest('a wait into the next year names the year', { at: '2026-12-24T10:00:00+01:00' }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS, quiet_dates: '{[2026-12-24,2027-01-02)}' });
  const { campaign } = await world.running({ people: ['ada'] });
  const { waiting_reason } = await waitOf(world, campaign);
  assert.equal(waiting_reason, 'Thu 24-12 is a quiet date. Goes on Mon 04-01-2027 at 09:00 by itself.');
});

pacedTest('hours that never meet need somebody', { at: MORNING }, async (world) => {
  await world.limitAccount({ hours: WORKDAYS });
  const { campaign } = await world.running({ people: ['ada'] });
  await world.limitCampaign(campaign, { hours: '{[7800,7920)}' });
  assert.deepEqual(await waitOf(world, campaign), {
    stage: 'waiting',
    kind: 'never',
    words: 'its hours and yours never meet',
    waiting_reason: 'Its hours and your sending hours never meet. Change one of them.',
    waiting_until: null,
    next_send_at: null,
  });
  const { counts } = await world.user.call('GET /api/campaigns');
  assert.equal(counts.standing_still, 1);
});

pacedTest(
  'a cap that is reached says until when, with the hours of the next day',
  { at: '2026-11-26T14:00:00+01:00' },
  async (world) => {
    await world.limitAccount({ ...NO_PAUSE, hours: WORKDAYS, cap_day: 3 });
    const { campaign } = await world.running({ people: range(9) });
    const goesOn = 'Goes on Fri 27-11 at 09:00 by itself.';
    assert.equal((await sendAll(world)).length, 3);
    const account = await waitOf(world, campaign);
    assert.deepEqual(
      [account.kind, account.waiting_reason, account.waiting_until],
      ['cap_account', `Today's 3 messages of your account are out. ${goesOn}`, '2026-11-27T08:00:00.000Z'],
    );
    await world.limitAccount({ cap_day: null });
    await world.limitCampaign(campaign, { cap_day: 3 });
    const own = await waitOf(world, campaign);
    assert.deepEqual(
      [own.kind, own.waiting_reason],
      ['cap_campaign', `This campaign's 3 for today are out. ${goesOn}`],
    );
  },
);

pacedTest(
  'each profile says what it has sent, and which goes on first',
  { at: '2026-11-26T14:10:00+01:00' },
  async (world) => {
    await world.limitAccount(NO_PAUSE);
    const { campaign, profiles } = await world.running({
      people: range(99),
      profiles: ['kiln.club', 'market_stall'],
    });
    const [kiln = 0, market = 0] = profiles;
    await world.limitProfile(kiln, { cap_day: 2 });
    await world.limitProfile(market, { cap_hour: 5 });
    assert.equal((await sendAll(world)).length, 7);
    assert.deepEqual(await waitOf(world, campaign), {
      stage: 'waiting',
      kind: 'cap_profiles',
      words: 'until 15:00',
      waiting_reason:
        'Each profile has sent what it may: kiln.club 2 of 2 today, market_stall 5 of 5 this hour. Goes on at 15:00 with market_stall.',
      waiting_until: '2026-11-26T14:00:00.000Z',
      next_send_at: '2026-11-26T14:00:00.000Z',
    });
    // A cap that was lowered below what was sent.
    await world.limitProfile(market, { cap_day: 3 });
    const lowered = await waitOf(world, campaign);
    assert.match(
      lowered.waiting_reason ?? '',
      /market_stall 5 of 3 today\. Goes on Fri 27-11 at 00:00 with kiln\.club\.$/,
    );
  },
);

pacedTest('a campaign with a profile that may send does not wait', { at: MORNING }, async (world) => {
  await world.limitAccount(NO_PAUSE);
  const { campaign, profiles } = await world.running({ people: range(9), profiles: ['one', 'two'] });
  await world.limitProfile(profiles[0] as number, { cap_day: 1 });
  const one = await handedOut(world, { paths: ['/p/one'] });
  await world.begin(one);
  await world.result(one, { outcome: 'sent' });
  const { stage, waiting_kind, waiting_until, next_profile_name } = await world.details(campaign);
  assert.deepEqual([stage, waiting_kind, waiting_until, next_profile_name], [null, null, null, 'two']);
});
