// Long because one function answers for every rule of hours, caps and changes of the clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WeekMinutes } from '../sending-hours.ts';
import { forecast, fullDaysOf } from './forecast.ts';
import type { ForecastInputs, ForecastProfile } from './forecast-inputs.ts';

const DAY = 1440;
const WORK_SECONDS = 20;

/** Minutes of the week; days from 1, Monday, to 7. */
const on = (days: number[], from: number, to: number): WeekMinutes =>
  days.map((day) => [(day - 1) * DAY + from * 60, (day - 1) * DAY + to * 60]);
const WORKDAYS = [1, 2, 3, 4, 5];
const OFFICE = on(WORKDAYS, 9, 18);

const profile = (given: Partial<ForecastProfile> = {}): ForecastProfile => ({
  is_able: true,
  next_send_at: null,
  cap_hour: null,
  cap_day: null,
  begun_this_hour: 0,
  begun_today: 0,
  counted_hour: null,
  counted_day: null,
  warm_up_day: null,
  slow_until: null,
  people: null,
  rests_until: null,
  busy: [],
  ...given,
});

const given = (some: Partial<ForecastInputs>): ForecastInputs => ({
  as_of: '2026-11-26T08:00:00.000Z',
  time_zone: 'Europe/Oslo',
  hours: null,
  campaign_hours: null,
  quiet_dates: [],
  start_at: null,
  not_after: null,
  people: 1000,
  profiles: [profile()],
  delay_start: 350,
  delay_end: 450,
  profile_cap_hour: null,
  profile_cap_day: null,
  cap_day: null,
  begun_today: 0,
  counted_day: null,
  campaign_cap_day: null,
  campaign_begun_today: 0,
  campaign_counted_day: null,
  retry_rate: 0.05,
  canary: null,
  sharing: [],
  uncounted: [],
  ...some,
});

/** A message a minute. */
const EVERY_MINUTE = { delay_start: 60 - WORK_SECONDS, delay_end: 60 - WORK_SECONDS };

const messagesOn = (inputs: ForecastInputs, day: string) =>
  forecast(inputs).days.find((one) => one.day === day)?.messages ?? 0;
const counts = (inputs: ForecastInputs) => forecast(inputs).days.map(({ messages }) => messages);

test('a campaign of hours, caps and a profile that begins slowly is forecast day by day', () => {
  const inputs = given({
    as_of: '2026-09-13T12:10:00.000Z',
    hours: [...on(WORKDAYS, 9, 12), ...on(WORKDAYS, 13, 18)],
    people: 588,
    profiles: [profile(), profile(), profile({ warm_up_day: 0 })],
    profile_cap_day: 20,
  });
  const { starts_at, first_at, ends_at, days, unreached } = forecast(inputs);
  assert.deepEqual(
    days.map(({ messages }) => messages),
    [45, 47, 49, 51, 53, 0, 0, 55, 57, 59, 60, 60, 0, 0, 52],
  );
  assert.deepEqual([days[0]?.day, days.at(-1)?.day], ['2026-09-14', '2026-09-28']);
  assert.equal(starts_at, '2026-09-13T12:10:00.000Z');
  assert.equal(first_at, '2026-09-14T07:00:00.000Z');
  assert.match(ends_at ?? '', /^2026-09-28T08:5[5-9]/);
  assert.equal(unreached, 0);
});

test('without hours and caps a campaign ends after its pauses and the work on each message', () => {
  const { first_at, ends_at, days } = forecast(given({ people: 196, ...EVERY_MINUTE }));
  assert.equal(first_at, '2026-11-26T08:00:00.000Z');
  // The first at once, and 195 minutes later the last one, which takes 20 seconds.
  assert.ok(Math.abs(Date.parse(ends_at ?? '') - Date.parse('2026-11-26T11:15:20.000Z')) < 2000);
  assert.deepEqual(days, [{ day: '2026-11-26', messages: 196 }]);
  assert.equal(forecast(given({ people: 0 })).ends_at, '2026-11-26T08:00:00.000Z');
});

test('profiles send side by side, and each when it is due', () => {
  const two = given({ people: 100, ...EVERY_MINUTE, profiles: [profile(), profile()] });
  assert.ok(
    Math.abs(Date.parse(forecast(two).ends_at ?? '') - Date.parse('2026-11-26T08:49:20.000Z')) < 32_000,
  );
  const due = given({
    people: 1,
    delay_end: 600,
    profiles: [profile({ next_send_at: '2026-11-26T08:09:00.000Z' })],
  });
  assert.equal(forecast(due).first_at, '2026-11-26T08:09:00.000Z');
  const wrongClock = given({ people: 1, profiles: [profile({ next_send_at: '2026-12-26T08:00:00.000Z' })] });
  assert.equal(forecast(wrongClock).first_at, '2026-11-26T08:00:00.000Z');
});

test('a profile that cannot send counts as none', () => {
  const inputs = given({ people: 10, ...EVERY_MINUTE, profiles: [profile(), profile({ is_able: false })] });
  assert.deepEqual(forecast(inputs), forecast({ ...inputs, profiles: [profile()] }));
  const { first_at, ends_at, early, late, days, unreached } = forecast({
    ...inputs,
    profiles: [profile({ is_able: false })],
  });
  assert.deepEqual([first_at, ends_at, early, late, days, unreached], [null, null, null, null, [], 10]);
});

test('nothing is handed out in the last three minutes of the hours', () => {
  const inputs = given({ people: 500, ...EVERY_MINUTE, hours: on([4], 9, 12) });
  assert.equal(messagesOn(inputs, '2026-11-26'), 177);
  assert.equal(
    forecast({ ...inputs, as_of: '2026-11-26T10:57:00.000Z' }).first_at,
    '2026-12-03T08:00:00.000Z',
  );
  // Hours that go on after midnight have no end there.
  const overnight: WeekMinutes = [[4 * DAY + 1200, 5 * DAY + 120]];
  assert.deepEqual(counts({ ...inputs, hours: overnight, people: 357 }), [240, 117]);
});

test('hours over Sunday midnight are those of the next week too', () => {
  const inputs = given({
    ...EVERY_MINUTE,
    hours: [
      [0, 120],
      [9960, 10080],
    ],
  });
  assert.deepEqual(forecast({ ...inputs, people: 237 }).days, [
    { day: '2026-11-29', messages: 120 },
    { day: '2026-11-30', messages: 117 },
  ]);
});

test("a campaign's hours narrow its account's", () => {
  const inputs = given({ people: 100, ...EVERY_MINUTE, hours: OFFICE, campaign_hours: on([5], 17, 24) });
  const { first_at } = forecast(inputs);
  assert.equal(first_at, '2026-11-27T16:00:00.000Z');
  assert.equal(messagesOn(inputs, '2026-11-27'), 57);
  assert.equal(forecast({ ...inputs, campaign_hours: on([6], 10, 12) }).first_at, null);
});

test('a quiet date closes its own day, and the night before it only until midnight', () => {
  const hours: WeekMinutes = [[4 * DAY + 1200, 5 * DAY + 120]];
  const inputs = given({
    hours,
    quiet_dates: [{ from: '2026-11-28', to: '2026-11-28' }],
    people: 400,
    ...EVERY_MINUTE,
  });
  assert.equal(messagesOn(inputs, '2026-11-27'), 237);
  assert.equal(messagesOn(inputs, '2026-11-28'), 0);
  assert.equal(
    forecast({ ...inputs, as_of: '2026-11-27T22:58:00.000Z' }).first_at,
    '2026-12-04T19:00:00.000Z',
  );
});

test('changes of the clock make hours shorter, longer, or skip them', () => {
  const inputs = given({ people: 5000, ...EVERY_MINUTE, hours: [[8730, 8880]] });
  const spring = { ...inputs, as_of: '2027-03-27T12:00:00.000Z' };
  assert.equal(forecast(spring).first_at, '2027-03-28T00:30:00.000Z');
  assert.equal(messagesOn(spring, '2027-03-28'), 90 - 3);
  const autumn = { ...inputs, as_of: '2027-10-30T12:00:00.000Z' };
  assert.equal(forecast(autumn).first_at, '2027-10-30T23:30:00.000Z');
  assert.equal(messagesOn(autumn, '2027-10-31'), 210 - 3);
  // The hour that comes twice is one for its cap.
  assert.equal(messagesOn({ ...autumn, profile_cap_hour: 5 }, '2027-10-31'), 15);
  const inTheGap = { ...spring, hours: [[8775, 8805]] as WeekMinutes };
  assert.equal(forecast(inTheGap).first_at, '2027-04-04T00:15:00.000Z');
  const office = given({ hours: OFFICE });
  assert.equal(
    forecast({ ...office, as_of: '2027-03-26T17:00:00.000Z' }).first_at,
    '2027-03-29T07:00:00.000Z',
  );
  assert.equal(
    forecast({ ...office, as_of: '2027-03-26T01:00:00.000Z' }).first_at,
    '2027-03-26T08:00:00.000Z',
  );
  const lordHowe = { ...inputs, time_zone: 'Australia/Lord_Howe', as_of: '2027-04-03T06:00:00.000Z' };
  assert.equal(messagesOn({ ...lordHowe, hours: on([7], 1, 3) }, '2027-04-04'), 150 - 3);
});

test('a day on which the clock is changed is not like the days around it', () => {
  const nights = on([1, 2, 3, 4, 5, 6, 7], 1.5, 4);
  const inputs = given({
    people: 5000,
    ...EVERY_MINUTE,
    hours: nights,
    profiles: [profile({ cap_day: 200 })],
  });
  const spring = { ...inputs, as_of: '2027-03-25T12:00:00.000Z' };
  assert.deepEqual(counts(spring).slice(0, 4), [147, 147, 87, 147]);
  const autumn = { ...inputs, as_of: '2027-10-28T12:00:00.000Z' };
  assert.deepEqual(counts(autumn).slice(0, 4), [147, 147, 200, 147]);
});

test('a day begins where midnight is skipped', () => {
  const inputs = given({
    time_zone: 'Asia/Beirut',
    as_of: '2027-03-27T12:00:00.000Z',
    profile_cap_day: 3,
    profiles: [profile({ begun_today: 3 })],
  });
  assert.equal(forecast(inputs).first_at, '2027-03-27T22:00:00.000Z');
});

test('a cap that is used up holds until midnight, or until the hours after it', () => {
  const inputs = given({
    as_of: '2026-11-26T13:00:00.000Z',
    profile_cap_day: 20,
    profiles: [profile({ begun_today: 20 })],
  });
  assert.equal(forecast(inputs).first_at, '2026-11-26T23:00:00.000Z');
  assert.equal(forecast({ ...inputs, hours: OFFICE }).first_at, '2026-11-27T08:00:00.000Z');
  const half = given({ ...inputs, profiles: [profile({ begun_today: 12 })], people: 30 });
  assert.deepEqual(counts(half), [8, 20, 2]);
  // Fifteen are out already.
  assert.deepEqual(
    counts(given({ ...inputs, profile_cap_day: 10, profiles: [profile({ begun_today: 15 })], people: 10 })),
    [10],
  );
});

test('counters go on under their own day and hour after the zone was moved west', () => {
  // 22:00 on the 25th in Honolulu; all was begun on the 26th in Oslo.
  const inputs = given({ time_zone: 'Pacific/Honolulu', profile_cap_day: 20, people: 30 });
  const counted_day = '2026-11-26';
  const next = '2026-11-27T10:00:00.000Z';
  const spent = { begun_today: 20, counted_day };
  assert.equal(forecast({ ...inputs, profiles: [profile(spent)] }).first_at, next);
  assert.equal(forecast({ ...inputs, cap_day: 20, ...spent }).first_at, next);
  const campaign = { campaign_cap_day: 20, campaign_begun_today: 20, campaign_counted_day: counted_day };
  assert.equal(forecast({ ...inputs, ...campaign }).first_at, next);
  const hour = { begun_this_hour: 5, counted_hour: '2026-11-26T09' };
  const hourly = { ...inputs, profile_cap_hour: 5, profiles: [profile(hour)] };
  assert.equal(forecast(hourly).first_at, '2026-11-26T20:00:00.000Z');
});

test('the smaller cap of profile and account holds', () => {
  const inputs = given({ profile_cap_day: 20, people: 60 });
  assert.deepEqual(counts({ ...inputs, profiles: [profile({ cap_day: 30 })] }), [20, 20, 20]);
  assert.deepEqual(counts({ ...inputs, profiles: [profile({ cap_day: 12 }), profile()] }), [32, 28]);
});

test('a cap an hour holds for each profile and clock hour', () => {
  const inputs = given({ profile_cap_hour: 1, profiles: [profile(), profile()], people: 6 });
  const { ends_at } = forecast({ ...inputs, as_of: '2026-11-26T08:10:00.000Z' });
  assert.match(ends_at ?? '', /^2026-11-26T10:0/);
  const begun = { ...inputs, profiles: [profile({ begun_this_hour: 1 })] };
  assert.equal(
    forecast({ ...begun, as_of: '2026-11-26T08:10:00.000Z' }).first_at,
    '2026-11-26T09:00:00.000Z',
  );
  assert.equal(messagesOn(given({ profile_cap_hour: 5, people: 500 }), '2026-11-27'), 120);
});

test("a campaign's and an account's cap hold for all profiles together", () => {
  const three = [profile(), profile(), profile()];
  assert.deepEqual(counts(given({ campaign_cap_day: 2, profiles: three, people: 5 })), [2, 2, 1]);
  assert.deepEqual(counts(given({ cap_day: 5, begun_today: 4, profiles: three, people: 7 })), [1, 5, 1]);
  const both = { cap_day: 5, campaign_cap_day: 30, campaign_begun_today: 28, profiles: three, people: 12 };
  assert.deepEqual(counts(given(both)), [2, 5, 5]);
  assert.equal(forecast(given({ cap_day: 5, begun_today: 5 })).first_at, '2026-11-26T23:00:00.000Z');
});

test('a profile that begins slowly sends two more on each day on which it sends', () => {
  const inputs = given({
    as_of: '2026-11-23T05:00:00.000Z',
    hours: OFFICE,
    quiet_dates: [{ from: '2026-11-25', to: '2026-11-25' }],
    profiles: [profile({ warm_up_day: 0 })],
    people: 21,
  });
  assert.deepEqual(counts(inputs), [5, 7, 0, 9]);
  // It is the third day, and 4 of its 9 are out.
  const third = {
    ...inputs,
    quiet_dates: [],
    profiles: [profile({ warm_up_day: 3, begun_today: 4 })],
    people: 16,
  };
  assert.deepEqual(counts({ ...third, as_of: '2026-11-26T08:00:00.000Z' }), [5, 11]);
  assert.deepEqual(counts({ ...third, profiles: [profile({ warm_up_day: 20 })], people: 200 })[1], 77);
});

test('a profile at half sends half of its cap, rounded up, and pauses for twice as long', () => {
  const inputs = given({
    as_of: '2026-11-24T09:00:00.000Z',
    delay_start: 100,
    delay_end: 100,
    profiles: [profile({ cap_day: 5, slow_until: '2026-12-01T09:00:00.000Z' })],
    people: 100,
  });
  // On the last day three until 10:00, then what is left of five.
  assert.deepEqual(counts(inputs).slice(0, 9), [3, 3, 3, 3, 3, 3, 3, 5, 5]);
  const one = { ...inputs, people: 3 };
  assert.ok(
    Math.abs(Date.parse(forecast(one).ends_at ?? '') - Date.parse('2026-11-24T09:07:40.000Z')) < 2000,
  );
});

test('a last moment leaves people unreached', () => {
  const inputs = given({ people: 100, ...EVERY_MINUTE, not_after: '2026-11-26T08:31:00.000Z' });
  const { ends_at, late, unreached } = forecast(inputs);
  assert.deepEqual([ends_at, late, unreached], [null, null, 72]);
});

test('a year is the farthest that is looked ahead', () => {
  const inputs = given({ profile_cap_day: 1, people: 1000 });
  const { ends_at, days, unreached } = forecast(inputs);
  assert.deepEqual([ends_at, days.length, unreached], [null, 366, 634]);
});

test('a start that is set for later begins then, with the caps of that day', () => {
  const inputs = given({
    start_at: '2026-11-27T19:00:00.000Z',
    hours: OFFICE,
    profile_cap_day: 20,
    profiles: [profile({ begun_today: 20 })],
    people: 5,
  });
  const { starts_at, first_at } = forecast(inputs);
  assert.deepEqual([starts_at, first_at], ['2026-11-27T19:00:00.000Z', '2026-11-30T08:00:00.000Z']);
  // Later on the same day its counter still holds.
  const sameDay = { ...inputs, start_at: '2026-11-26T15:00:00.000Z' };
  assert.equal(forecast(sameDay).first_at, '2026-11-27T08:00:00.000Z');
});

test('the range is as wide on both sides, and from one end to the other where hours lie within it', () => {
  const minutes = (one: string | null, other: string | null) =>
    (Date.parse(other ?? '') - Date.parse(one ?? '')) / 60_000;
  const open = forecast(
    given({ people: 588, profiles: [profile(), profile(), profile()], retry_rate: 0.01 }),
  );
  assert.deepEqual([minutes(open.early, open.ends_at), minutes(open.ends_at, open.late)], [45, 45]);
  const exact = forecast(given({ people: 20, ...EVERY_MINUTE, retry_rate: 0 }));
  assert.deepEqual([minutes(exact.early, exact.ends_at), minutes(exact.ends_at, exact.late)], [15, 15]);
  // One more than a day holds may come on Friday evening, or on Monday.
  const hours = forecast(given({ as_of: '2026-11-27T05:00:00.000Z', hours: OFFICE, people: 76 }));
  assert.match(hours.early ?? '', /^2026-11-27T16/);
  assert.equal(hours.late, '2026-11-30T09:00:00.000Z');
});

test('late has room for more retries than those to expect', () => {
  const days = { people: 66, hours: OFFICE, campaign_cap_day: 35, profiles: [profile(), profile()] };
  const inputs = given({ ...days, as_of: '2026-11-26T05:00:00.000Z', ...EVERY_MINUTE });
  // Friday has room for 4 more; 3 or 4 of 66 are to be expected, and more than 6 are rare.
  assert.match(forecast(inputs).ends_at ?? '', /^2026-11-27T/);
  assert.match(forecast(inputs).late ?? '', /^2026-11-30T/);
  assert.match(forecast({ ...inputs, retry_rate: 0 }).late ?? '', /^2026-11-27T/);
});

test('a full day is what a profile may send on an open day', () => {
  const profiles = [
    profile(),
    profile({ cap_day: 20, begun_today: 19 }),
    profile({ warm_up_day: 2, begun_today: 3 }),
    profile({ is_able: false }),
  ];
  const quiet_dates = [{ from: '2026-11-20', to: '2026-12-20' }];
  assert.deepEqual(fullDaysOf(given({ hours: OFFICE, quiet_dates, profiles, cap_day: 1 })), [77, 20, 7, 0]);
});

test('a profile that alone writes to its people decides when they are reached', () => {
  const minutes = (inputs: ForecastInputs) => {
    const { as_of } = inputs;
    return Math.round((Date.parse(forecast(inputs).ends_at ?? '') - Date.parse(as_of)) / 60_000);
  };
  const busy = given({
    people: 100,
    ...EVERY_MINUTE,
    profiles: [profile({ people: 90 }), profile({ people: 10 })],
  });
  assert.equal(minutes(busy), 89);
  assert.deepEqual(counts(busy), [100]);
  assert.deepEqual(forecast({ ...busy, profiles: [...busy.profiles].reverse() }), forecast(busy));
  // Ten for all are left to the profile that is done first, and forty are shared by both after their own.
  assert.equal(minutes({ ...busy, people: 110 }), 89);
  assert.equal(minutes({ ...busy, people: 140 }), 89);
  assert.equal(minutes({ ...busy, people: 240 }), 119);
  // A profile without anybody left lends none of its days, and does not send first.
  const later = profile({ people: 20, next_send_at: '2026-11-26T08:01:00.000Z' });
  const idle = given({ people: 20, ...EVERY_MINUTE, profiles: [later, profile({ people: 0 })] });
  assert.equal(forecast(idle).first_at, '2026-11-26T08:01:00.000Z');
  assert.equal(minutes(idle), 20);
  // Nobody takes over the people of one whose cap lets few through.
  const slow = given({
    people: 40,
    ...EVERY_MINUTE,
    profiles: [profile({ people: 20, cap_day: 5 }), profile({ people: 20 })],
  });
  assert.deepEqual(counts(slow), [25, 5, 5, 5]);
  // A cap of all is shared by those who have somebody left.
  const shared = counts({ ...slow, cap_day: 12 });
  assert.equal(
    shared.reduce((sum, count) => sum + count, 0),
    40,
  );
  assert.ok(Math.max(...shared) <= 12);
  // Retries of the busiest profile make it late, and those of the other do not.
  const { late } = forecast({ ...busy, retry_rate: 0.1 });
  const alone = given({ people: 90, ...EVERY_MINUTE, retry_rate: 0.1 });
  assert.equal(late, forecast(alone).late);
});

test('a profile that rests goes on when its rest is over', () => {
  const inputs = given({ people: 1, profiles: [profile({ rests_until: '2026-11-26T08:10:00.000Z' })] });
  assert.equal(forecast(inputs).first_at, '2026-11-26T08:10:00.000Z');
});

test('a campaign starts once no other one uses its profiles', () => {
  const busy = (from: string, until: string) => ({
    campaign: 'Kiln open',
    from: `2026-11-26T${from}:00.000Z`,
    until: `2026-11-26T${until}:00.000Z`,
  });
  const startOf = (start_at: string | null, ...profiles: ForecastProfile[]) =>
    forecast(given({ people: 2, start_at, profiles })).starts_at.slice(11, 16);
  const running = profile({ busy: [busy('08:00', '14:20')] });
  assert.equal(startOf(null, running, profile()), '14:20');
  assert.equal(startOf('2026-11-26T15:00:00.000Z', running), '15:00');
  const planned = profile({ busy: [busy('14:00', '16:00'), busy('09:00', '14:10')] });
  assert.equal(startOf(null, planned), '08:00');
  assert.equal(startOf('2026-11-26T09:30:00.000Z', planned), '16:00');
});

test('an end is not before the first message, and not before now', () => {
  const { ends_at, early, late } = forecast(given({ people: 1 }));
  assert.equal(early, '2026-11-26T08:00:00.000Z');
  assert.ok((late ?? '') > (ends_at ?? ''));
  const night = forecast(given({ as_of: '2026-11-26T20:00:00.000Z', people: 2, hours: OFFICE }));
  assert.equal(night.first_at, '2026-11-27T08:00:00.000Z');
  assert.ok((night.early ?? '') >= (night.first_at ?? ''));
});

test('a day that a cap ends before its hours do closes as hours do', () => {
  // The tenth of the third day, or the first of the fourth.
  const { early, ends_at, late } = forecast(
    given({ people: 30, profile_cap_day: 10, delay_start: 60, delay_end: 60 }),
  );
  assert.deepEqual(
    [early, ends_at, late].map((at) => at?.slice(8, 10)),
    ['27', '27', '28'],
  );
  assert.ok(Date.parse(late ?? '') - Date.parse(ends_at ?? '') > 12 * 3_600_000);
});

test('a forecast without an end says why', () => {
  const why = (some: Partial<ForecastInputs>) => forecast(given(some)).stopped_by;
  assert.equal(why({}), null);
  assert.equal(why({ profiles: [profile({ is_able: false })] }), 'profiles');
  assert.equal(why({ not_after: '2026-11-26T09:00:00.000Z' }), 'last_moment');
  assert.equal(why({ profile_cap_day: 1 }), 'year');
  assert.equal(why({ quiet_dates: [{ from: '2026-11-26', to: '2028-11-26' }] }), 'hours');
});

test('the people before a look have a moment of their own', () => {
  const { look, ends_at } = forecast(given({ people: 100, canary: 10, retry_rate: 0, ...EVERY_MINUTE }));
  assert.equal(look?.people, 10);
  const minutes = (Date.parse(look?.at ?? '') - Date.parse('2026-11-26T08:00:00.000Z')) / 60_000;
  assert.ok(Math.abs(minutes - 9.3) < 0.5, String(minutes));
  assert.ok((ends_at ?? '') > (look?.at ?? ''));
  assert.equal(forecast(given({ people: 10, canary: 10 })).look, null);
  const capped = forecast(given({ people: 100, canary: 10, profile_cap_day: 4, retry_rate: 0 }));
  assert.equal(capped.look?.at?.slice(0, 16), '2026-11-27T23:07');
});

test('a campaign that shares the cap of the account takes its part of each day', () => {
  const sharing = { starts_at: '2026-11-26T08:00:00.000Z', people: 20, full_day: 300 };
  const inputs = given({ people: 20, cap_day: 10, sharing: [sharing], ...EVERY_MINUTE, hours: OFFICE });
  const alone = counts({ ...inputs, sharing: [] });
  assert.deepEqual(alone, [10, 10]);
  const beside = counts(inputs);
  assert.ok(beside.length >= 4 && (beside[0] ?? 0) > 0 && (beside[0] ?? 0) < 10, String(beside));
  const later = counts({ ...inputs, sharing: [{ ...sharing, starts_at: '2026-12-26T08:00:00.000Z' }] });
  assert.deepEqual(later, alone);
});
