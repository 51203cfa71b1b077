import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localTime } from '../local-time.ts';
import { PLAIN_PROFILE, PLAIN_SETTINGS } from '../testing/plain-facts.ts';
import { canaryRoom, capsOf, countGrant, hasRoom, hereOf } from './caps.ts';
import type { Profile, Settings } from './facts.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'Africa/Cairo',
];
/** Days around which clocks are changed in some of them. */
const STARTS = ['2026-03-28T20:00Z', '2026-10-24T20:00Z', '2026-11-01T02:00Z', '2026-12-30T20:00Z'];
const MINUTE = 60_000;
const WEEK_MINUTES = 7 * 1440;

/** When messages are begun by a profile that asks after each of these minutes. */
function beginAll(first: Profile, own: Settings, { start, steps, zone }: Asking) {
  let profile = first;
  let at = Date.parse(start);
  const begun: number[] = [];
  for (const minutes of steps) {
    at += minutes * MINUTE;
    const here = hereOf(zone, at);
    if (!hasRoom(profile, own, here)) continue;
    begun.push(at);
    profile = { ...profile, ...countGrant(profile, here) };
  }
  return { begun, profile };
}

interface Asking {
  start: string;
  steps: number[];
  zone: string;
}
const askings: fc.Arbitrary<Asking> = fc.record({
  start: fc.constantFrom(...STARTS),
  steps: fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 700 })), { minLength: 20, maxLength: 120 }),
  zone: fc.constantFrom(...ZONES),
});
const cap = fc.option(fc.integer({ min: 1, max: 9 }));

const mostOf = (keys: string[]) =>
  Math.max(
    0,
    ...Map.groupBy(keys, (key) => key)
      .values()
      .map(({ length }) => length),
  );

test('no day and no hour has more grants than its cap, whatever the zone and its changes of the clock', () => {
  const caps = fc.record({ hour: cap, day: cap, ofAll: cap });
  let refused = 0;
  fc.assert(
    fc.property(askings, caps, (asking, { hour, day, ofAll }) => {
      const own = { ...PLAIN_SETTINGS, profile_cap_day: ofAll };
      const { begun } = beginAll({ ...PLAIN_PROFILE, cap_hour: hour, cap_day: day }, own, asking);
      const here = begun.map((at) => localTime(at, asking.zone));
      assert.ok(mostOf(here.map((one) => one.hour)) <= (hour ?? Number.POSITIVE_INFINITY));
      const most = Math.min(day ?? Number.POSITIVE_INFINITY, ofAll ?? Number.POSITIVE_INFINITY);
      assert.ok(mostOf(here.map((one) => one.day)) <= most);
      if (hour === null && day === null && ofAll === null) assert.equal(begun.length, asking.steps.length);
      refused += asking.steps.length - begun.length;
    }),
    { numRuns: 400 },
  );
  assert.ok(refused > 1000);
});

test('a new day and a new hour begin anew', () => {
  const asking = { start: '2026-11-02T10:00Z', steps: [0, 5, 5, 55, 5, 1440, 5], zone: 'UTC' };
  const hourly = beginAll({ ...PLAIN_PROFILE, cap_hour: 1 }, PLAIN_SETTINGS, asking);
  assert.equal(hourly.begun.length, 3);
  const ofTwo = { ...asking, steps: [0, 5, 5, 50, 5, 5] };
  assert.equal(beginAll({ ...PLAIN_PROFILE, cap_hour: 2 }, PLAIN_SETTINGS, ofTwo).begun.length, 4);
  const daily = beginAll({ ...PLAIN_PROFILE, cap_day: 2 }, PLAIN_SETTINGS, asking);
  assert.equal(daily.begun.length, 4);
});

test('a profile that begins slowly has two more on each next day on which it sends, and then all', () => {
  let profile: Profile = { ...PLAIN_PROFILE, warm_up_day: 0 };
  const sent: number[] = [];
  for (let day = 0; day < 23; day++) {
    const start = new Date(Date.parse('2026-11-02T08:00Z') + day * 1440 * MINUTE).toISOString();
    // It pauses on its third day, which does not count.
    const steps = day === 2 ? [] : Array.from({ length: 60 }, () => 1);
    const done = beginAll(profile, PLAIN_SETTINGS, { start, steps, zone: 'UTC' });
    sent.push(done.begun.length);
    profile = done.profile;
  }
  assert.deepEqual(sent.slice(0, 5), [5, 7, 0, 9, 11]);
  assert.deepEqual(sent.slice(-3), [43, 60, 60]);
  assert.equal(profile.warm_up_day, null);
});

test('half of a cap, of a day or of an hour, is rounded up, for as long as the week lasts', () => {
  const asking = { start: '2026-11-02T10:00Z', steps: Array.from({ length: 9 }, () => 1), zone: 'UTC' };
  const until = (minutes: number) => Date.parse(asking.start) + minutes * MINUTE;
  for (const caps of [{ cap_day: 5 }, { cap_hour: 5 }]) {
    const begunBy = (slow_until: number) =>
      beginAll({ ...PLAIN_PROFILE, ...caps, slow_until }, PLAIN_SETTINGS, asking).begun.length;
    assert.equal(begunBy(until(WEEK_MINUTES)), 3);
    assert.equal(begunBy(until(6)), 5);
  }
});

test('a profile is told which cap holds it', () => {
  const noon = Date.parse('2026-11-02T12:00Z');
  const because = (own: Partial<Profile>, ofAll: Partial<Settings> = {}) => {
    const caps = capsOf({ ...PLAIN_PROFILE, ...own }, { ...PLAIN_SETTINGS, ...ofAll }, hereOf('UTC', noon));
    return [caps.hour, caps.day, caps.because];
  };
  assert.deepEqual(because({}), [null, null, null]);
  assert.deepEqual(because({ cap_day: 4 }, { profile_cap_day: 9 }), [null, 4, 'own']);
  assert.deepEqual(because({ cap_hour: 2 }, { profile_cap_day: 9 }), [2, 9, 'account']);
  assert.deepEqual(because({ cap_hour: 2 }), [2, null, 'own']);
  assert.deepEqual(because({ warm_up_day: 0 }, { profile_cap_day: 9 }), [null, 5, 'begin_slowly']);
  assert.deepEqual(because({ warm_up_day: 0 }, { profile_cap_day: 5 }), [null, 5, 'account']);
  assert.deepEqual(because({ cap_day: 5, slow_until: noon + MINUTE }), [null, 3, 'half']);
  assert.deepEqual(because({ slow_until: noon + MINUTE }), [null, null, null]);
});

test('a zone that is moved west goes on with the later day, and a clock that was ahead costs nothing', () => {
  const at = Date.parse('2026-11-02T23:30Z');
  const full = {
    ...PLAIN_PROFILE,
    cap_day: 1,
    counted_day: '2026-11-03',
    begun_today: 1,
    counted_at: at - MINUTE,
  };
  assert.equal(hasRoom(full, PLAIN_SETTINGS, hereOf('UTC', at)), false);
  // A minute of difference between two servers is none.
  assert.equal(hasRoom({ ...full, counted_at: at + MINUTE }, PLAIN_SETTINGS, hereOf('UTC', at)), false);
  assert.equal(hasRoom({ ...full, counted_at: at + MINUTE + 1 }, PLAIN_SETTINGS, hereOf('UTC', at)), true);
  assert.equal(hasRoom({ ...full, counted_day: '2026-11-04' }, PLAIN_SETTINGS, hereOf('UTC', at)), true);
  const hour = {
    ...PLAIN_PROFILE,
    cap_hour: 1,
    counted_hour: '2026-11-03T22',
    begun_this_hour: 1,
    counted_at: at,
  };
  assert.equal(hasRoom(hour, PLAIN_SETTINGS, hereOf('UTC', at)), false);
  assert.equal(hasRoom({ ...hour, counted_at: at + 2 * MINUTE }, PLAIN_SETTINGS, hereOf('UTC', at)), true);
});

test('a canary has room for as many as were neither begun nor handed out', () => {
  const room = (change: object) =>
    canaryRoom({ canary: 9, is_canary_over: false, total_sent: 1, total_failed: 2, in_work: 4, ...change });
  assert.equal(room({}), 2);
  assert.equal(room({ is_canary_over: true }), Number.POSITIVE_INFINITY);
  assert.equal(room({ canary: null }), Number.POSITIVE_INFINITY);
});
