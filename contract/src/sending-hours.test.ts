import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countBegun,
  type HourRange,
  hoursError,
  minutesOf,
  neverMeetError,
  type QuietSpan,
  quietDatesError,
  RANGES_MAX,
  rangesOf,
  TIMES_INVALID,
  TOO_MANY_RANGES,
  WEEKDAY_UNKNOWN,
} from './sending-hours.ts';

const on = (day: number, from: string, to: string): HourRange => ({ day, from, to });

test('ranges over Sunday are two pairs of minutes, and one range again', () => {
  const ranges = [on(7, '22:00', '02:00')];
  assert.deepEqual(minutesOf(ranges), [
    [0, 120],
    [9960, 10_080],
  ]);
  assert.deepEqual(rangesOf(minutesOf(ranges)), ranges);
});

test('ranges that touch are one, and come back by weekday', () => {
  const ranges = [
    on(5, '20:00', '24:00'),
    on(1, '12:00', '18:00'),
    on(6, '00:00', '02:00'),
    on(1, '09:00', '12:00'),
  ];
  assert.equal(hoursError(ranges), undefined);
  assert.deepEqual(rangesOf(minutesOf(ranges)), [on(1, '09:00', '18:00'), on(5, '20:00', '02:00')]);
});

test('what lasts longer than a day is cut at midnight, and the whole week is seven days', () => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => on(day, '00:00', '24:00'));
  assert.deepEqual(minutesOf(week), [[0, 10_080]]);
  assert.deepEqual(rangesOf(minutesOf(week)), week);
  const byNoon = [1, 2, 3, 4, 5, 6, 7].map((day) => on(day, '12:00', '12:00'));
  assert.deepEqual(rangesOf(minutesOf(byNoon)), week);
  const long = [on(1, '20:00', '20:00'), on(2, '20:00', '02:00')];
  assert.deepEqual(rangesOf(minutesOf(long)), [
    on(1, '20:00', '24:00'),
    on(2, '00:00', '24:00'),
    on(3, '00:00', '02:00'),
  ]);
  assert.deepEqual(rangesOf(minutesOf([on(6, '09:00', '09:00')])), [on(6, '09:00', '09:00')]);
});

test('ranges that were given back are valid and mean the same minutes', () => {
  const draw = seeded(7);
  for (let round = 0; round < 3000; round += 1) {
    const ranges = drawRanges(draw);
    if (hoursError(ranges) !== undefined) continue;
    const again = rangesOf(minutesOf(ranges));
    assert.equal(hoursError(again), undefined, JSON.stringify({ ranges, again }));
    assert.deepEqual(minutesOf(again), minutesOf(ranges));
    assert.deepEqual(rangesOf(minutesOf(again)), again);
  }
});

test('wrong hours are refused in words that name them', () => {
  const cases: [HourRange[], string][] = [
    [[], 'Choose at least one range, or “At any time”'],
    [[on(1, '9:00', '12:00')], TIMES_INVALID],
    [[on(1, '09:00', '24:01')], TIMES_INVALID],
    [[on(1, '24:00', '12:00')], TIMES_INVALID],
    [[on(1, '20:00', '00:00')], TIMES_INVALID],
    [[on(1, '09:00:30', '12:00')], TIMES_INVALID],
    [[on(1, '09:00', '12:00\n')], TIMES_INVALID],
    [[on(0, '09:00', '12:00')], WEEKDAY_UNKNOWN],
    [[on(8, '09:00', '12:00')], WEEKDAY_UNKNOWN],
    [[on(1.5, '09:00', '12:00')], WEEKDAY_UNKNOWN],
    [[on(1, '09:00', '09:14')], 'A range must last at least 15 minutes'],
    [[on(1, '23:50', '00:04')], 'A range must last at least 15 minutes'],
    [['08', '10', '12', '14', '16'].map((hour) => on(3, `${hour}:00`, `${hour}:30`)), TOO_MANY_RANGES],
    [Array.from({ length: RANGES_MAX + 1 }, () => on(1, '09:00', '12:00')), TOO_MANY_RANGES],
    [
      [on(1, '09:00', '13:00'), on(1, '12:00', '15:00')],
      'Ranges on Monday overlap: 09:00–13:00 and 12:00–15:00',
    ],
    [
      [on(1, '12:00', '15:00'), on(1, '09:00', '13:00')],
      'Ranges on Monday overlap: 09:00–13:00 and 12:00–15:00',
    ],
    [
      [on(1, '09:00', '12:00'), on(1, '09:00', '12:00')],
      'Ranges on Monday overlap: 09:00–12:00 and 09:00–12:00',
    ],
    [
      [on(7, '22:00', '02:00'), on(1, '01:00', '03:00')],
      'Ranges on Monday overlap: 22:00–02:00 and 01:00–03:00',
    ],
    [
      [on(5, '20:00', '02:00'), on(6, '01:59', '03:00'), on(3, '09:00', '12:00'), on(3, '11:00', '13:00')],
      'Ranges on Wednesday overlap: 09:00–12:00 and 11:00–13:00',
    ],
  ];
  for (const [ranges, message] of cases) assert.equal(hoursError(ranges), message, JSON.stringify(ranges));
});

test('at any time, 15 minutes, a whole day and four ranges a day are valid', () => {
  const four = ['08', '10', '12', '14'].map((hour) => on(3, `${hour}:00`, `${hour}:15`));
  const cases = [null, four, [on(1, '23:50', '00:05')], [on(1, '09:00', '09:00'), on(2, '09:00', '24:00')]];
  for (const ranges of cases) assert.equal(hoursError(ranges), undefined, JSON.stringify(ranges));
  const goesOn = [on(2, '20:00', '24:00'), on(3, '00:00', '02:00'), ...four];
  assert.equal(hoursError(goesOn), undefined, 'what goes on from Tuesday does not begin on Wednesday');
  assert.equal(countBegun(goesOn, 3), 4);
});

test('wrong quiet dates are refused', () => {
  const span = (from: string, to = from): QuietSpan => ({ from, to });
  const cases: [QuietSpan[], string | undefined][] = [
    [[], undefined],
    [[span('2026-12-24', '2027-01-01'), span('2028-02-29')], undefined],
    [[span('2027-01-01', '2028-01-01')], undefined],
    [[span('2027-01-01', '2028-01-02')], 'A quiet span must not be longer than a year'],
    [[span('2027-01-02', '2027-01-01')], 'The last day must not be before the first'],
    [[span('2027-02-29')], 'Dates must be days of the calendar, such as 2026-12-24'],
    [[span('24-12-2026')], 'Dates must be days of the calendar, such as 2026-12-24'],
    [Array.from({ length: 40 }, () => span('2027-05-17')), undefined],
    [Array.from({ length: 41 }, () => span('2027-05-17')), 'At most 40 quiet spans'],
  ];
  for (const [spans, message] of cases)
    assert.equal(quietDatesError(spans), message, JSON.stringify(spans[0]));
});

test("a campaign's hours have to meet the account's for 15 minutes, over Sunday's midnight too", () => {
  const never = 'These hours never meet your sending hours for 15 minutes';
  const error = (own: HourRange[] | null, account: HourRange[] | null) =>
    neverMeetError(own && minutesOf(own), account && minutesOf(account));
  const weekdays = [1, 2, 3, 4, 5].map((day) => on(day, '09:00', '18:00'));
  assert.equal(error([on(6, '10:00', '12:00')], weekdays), never);
  assert.equal(error([on(1, '17:46', '20:00')], weekdays), never);
  assert.equal(error([on(1, '17:45', '20:00')], weekdays), undefined);
  assert.equal(error([on(7, '23:52', '00:30')], [on(7, '20:00', '00:08')]), undefined);
  assert.equal(error([on(7, '23:54', '00:30')], [on(7, '20:00', '00:08')]), never);
  assert.equal(error(null, weekdays), undefined);
  assert.equal(error(weekdays, null), undefined);
});

/** A week of ranges, often ones that touch or go on over midnight. */
function drawRanges(draw: (below: number) => number): HourRange[] {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const edges = [0, 5, 10, 720, 725, 1430, 1435];
  let at = draw(10_080);
  const last = at + 10_080;
  const ranges: HourRange[] = [];
  while (ranges.length < 30) {
    const length = draw(2) === 0 ? 1440 : 15 + draw(1426);
    const aimed = edges[draw(edges.length * 2)];
    const to = aimed === undefined ? at + length : at + ((aimed - at + 20_160) % 1440 || 1440);
    if (to > last) break;
    const begin = at % 1440;
    const end = ((to - 1) % 1440) + 1;
    ranges.push(on(Math.floor((at % 10_080) / 1440) + 1, clock(begin), clock(end)));
    at = to + (draw(3) === 0 ? draw(600) : 0);
    if (draw(12) === 0) break;
  }
  return ranges;
}

/** Whole numbers below a limit, the same with each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
