import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ForecastInputs, ForecastProfile } from './forecast-inputs.ts';
import { planSends } from './next-sends.ts';

const ONE: ForecastProfile = {
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
  rests_until: null,
  busy: [],
  people: null,
};

// A Thursday in Oslo, 10:00 there; a message and its pause take 10 minutes.
const INPUTS: ForecastInputs = {
  as_of: '2026-11-26T09:00:00.000Z',
  time_zone: 'Europe/Oslo',
  hours: null,
  campaign_hours: null,
  quiet_dates: [],
  start_at: null,
  not_after: null,
  people: 100,
  profiles: [ONE],
  delay_start: 500,
  delay_end: 660,
  profile_cap_hour: null,
  profile_cap_day: null,
  cap_day: null,
  begun_today: 0,
  counted_day: null,
  campaign_cap_day: null,
  campaign_begun_today: 0,
  campaign_counted_day: null,
  retry_rate: 0,
  canary: null,
  sharing: [],
  uncounted: [],
};

/** Nine to six on workdays. */
const WORKDAYS = [0, 1, 2, 3, 4].map((day) => [day * 1440 + 540, day * 1440 + 1080] as const);

/** The next so many, as 'profile day hour:minute' of UTC. */
function next(changes: Partial<ForecastInputs>, count: number): string[] {
  const take = planSends({ ...INPUTS, ...changes });
  return Array.from({ length: count }, () => {
    const send = take();
    return send ? `${send.profile} ${new Date(send.at).toISOString().slice(8, 16)}` : 'none';
  });
}

test('profiles send in turn, each after its pause', () => {
  const later = { ...ONE, next_send_at: '2026-11-26T09:04:00.000Z' };
  const unable = { ...ONE, is_able: false };
  assert.deepEqual(next({ profiles: [unable, ONE, later] }, 4), [
    '1 26T09:00',
    '2 26T09:04',
    '1 26T09:10',
    '2 26T09:14',
  ]);
});

test('what the hours cut off goes on when they open, and the last minutes hand out nobody', () => {
  assert.deepEqual(next({ as_of: '2026-11-27T16:46:00.000Z', hours: WORKDAYS }, 3), [
    '0 27T16:46',
    '0 27T16:56',
    '0 30T08:00',
  ]);
  assert.deepEqual(next({ as_of: '2026-11-27T16:57:00.000Z', hours: WORKDAYS }, 1), ['0 30T08:00']);
});

test('a last moment ends the plan', () => {
  assert.deepEqual(next({ not_after: '2026-11-26T09:14:00.000Z' }, 3), ['0 26T09:00', '0 26T09:10', 'none']);
});

test('a cap an hour waits for the clock hour, a cap a day for midnight', () => {
  const hourly = { ...ONE, cap_hour: 2, begun_this_hour: 1 };
  assert.deepEqual(next({ profiles: [hourly] }, 4), ['0 26T09:00', '0 26T10:00', '0 26T10:10', '0 26T11:00']);
  const daily = { ...ONE, begun_today: 19 };
  assert.deepEqual(next({ profiles: [daily], profile_cap_day: 20 }, 2), ['0 26T09:00', '0 26T23:00']);
});

test('the caps of campaign and account count all profiles together', () => {
  const two = { profiles: [ONE, ONE], cap_day: 5, begun_today: 3 };
  assert.deepEqual(next(two, 3), ['0 26T09:00', '1 26T09:00', '0 26T23:00']);
  assert.deepEqual(next({ campaign_cap_day: 2, campaign_begun_today: 2 }, 1), ['0 26T23:00']);
  // The zone was moved west: what is counted belongs to tomorrow.
  const moved = { cap_day: 5, begun_today: 4, counted_day: '2026-11-27' };
  assert.deepEqual(next(moved, 2), ['0 26T09:00', '0 27T23:00']);
});

test('a profile at half pauses twice as long and has half its caps, until that is over', () => {
  const half = { ...ONE, cap_day: 3, slow_until: '2026-11-26T11:00:00.000Z' };
  assert.deepEqual(next({ profiles: [half] }, 4), ['0 26T09:00', '0 26T09:19', '0 26T11:00', '0 26T23:00']);
});

test('a profile that begins slowly sends more on the next day', () => {
  const slow = { ...ONE, warm_up_day: 1, begun_today: 4 };
  const days = next({ profiles: [slow] }, 9).map((send) => send.slice(2, 7));
  assert.deepEqual(days, ['26T09', '26T23', '26T23', '26T23', '26T23', '26T23', '26T23', '27T00', '27T23']);
});

test('nothing goes before the start, nor before the moment that is asked for', () => {
  assert.deepEqual(next({ start_at: '2026-11-26T09:00:20.000Z' }, 1), ['0 26T09:00']);
  const take = planSends(INPUTS);
  assert.equal(take(Date.parse('2026-11-26T09:30:00Z'))?.at, Date.parse('2026-11-26T09:30:00Z'));
  assert.equal(take()?.at, Date.parse('2026-11-26T09:40:00Z'));
});
