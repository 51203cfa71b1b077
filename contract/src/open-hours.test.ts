import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { localTime } from './local-time.ts';
import {
  isOpenAt,
  mayBeginAt,
  mayClaimAt,
  neverOpenError,
  nextOpen,
  type SendingTimes,
} from './open-hours.ts';
import { type HourRange, minutesOf } from './sending-hours.ts';

const OSLO = 'Europe/Oslo';
const MINUTE_MS = 60_000;
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | undefined) =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 19);
const on = (day: number, from: string, to: string): HourRange => ({ day, from, to });
const weekdays = [1, 2, 3, 4, 5].map((day) => on(day, '09:00', '18:00'));

const times = (ranges: HourRange[] | null, more: Partial<SendingTimes> = {}): SendingTimes => ({
  hours: ranges && minutesOf(ranges),
  quiet_dates: [],
  time_zone: OSLO,
  ...more,
});

/** The minutes between two moments that are open. */
function openMinutes(of: SendingTimes, from: string, to: string): string[] {
  const found: string[] = [];
  for (let ms = at(from); ms < at(to); ms += MINUTE_MS)
    if (isOpenAt(of, ms)) found.push(new Date(ms).toISOString());
  return found;
}

test('in the night when the clock goes forward, the lost hour does not happen', () => {
  const night = times([on(7, '01:30', '04:00')]);
  const open = openMinutes(night, '2027-03-27T12:00Z', '2027-03-28T12:00Z');
  assert.equal(open.length, 90);
  assert.deepEqual([open[0], open.at(-1)], ['2027-03-28T00:30:00.000Z', '2027-03-28T01:59:00.000Z']);
});

test('in the night when the clock goes back, the hour that comes twice is open twice and is one clock hour', () => {
  const night = times([on(7, '01:30', '04:00')]);
  const open = openMinutes(night, '2027-10-30T12:00Z', '2027-10-31T12:00Z');
  assert.equal(open.length, 210);
  assert.deepEqual([open[0], open.at(-1)], ['2027-10-30T23:30:00.000Z', '2027-10-31T02:59:00.000Z']);
  const hours = ['2027-10-31T00:30Z', '2027-10-31T01:30Z'].map((moment) => localTime(at(moment), OSLO).hour);
  assert.deepEqual(hours, ['2027-10-31T02', '2027-10-31T02']);
});

test('hours that lie in the lost hour open a week later', () => {
  const lost = times([on(7, '02:15', '02:45')]);
  assert.equal(iso(nextOpen(lost, at('2027-03-27T11:00Z'))), '2027-04-04T00:15:00');
  assert.equal(neverOpenError(lost, at('2027-03-27T11:00Z')), undefined);
});

test('hours that begin in the lost hour open where it ends', () => {
  const lost = times([on(7, '02:15', '03:30')]);
  assert.equal(iso(nextOpen(lost, at('2027-03-27T11:00Z'))), '2027-03-28T01:00:00');
});

test('09:00 is the wall clock before and after the change', () => {
  const office = times(weekdays);
  assert.equal(iso(nextOpen(office, at('2027-03-26T17:00Z'))), '2027-03-29T07:00:00');
  assert.equal(iso(nextOpen(office, at('2027-03-25T17:00Z'))), '2027-03-26T08:00:00');
});

test('a lease and a grant end within the hours', () => {
  const office = times(weekdays);
  const claims = ['16:56:59Z', '16:57:00Z'].map((clock) => mayClaimAt(office, at(`2026-11-26T${clock}`)));
  const begins = ['16:58:59Z', '16:59:00Z'].map((clock) => mayBeginAt(office, at(`2026-11-26T${clock}`)));
  assert.deepEqual(
    [claims, begins],
    [
      [true, false],
      [true, false],
    ],
  );
  assert.equal(iso(nextOpen(office, at('2026-11-26T16:56:59Z'))), '2026-11-26T16:56:59');
  assert.equal(iso(nextOpen(office, at('2026-11-26T16:57:00Z'))), '2026-11-27T08:00:00');
});

test('a quiet date closes its own hours, and no part of the evening before', () => {
  const evening = times([on(5, '20:00', '02:00')], {
    quiet_dates: [{ from: '2026-11-28', to: '2026-11-28' }],
  });
  const begins = ['2026-11-27T22:58Z', '2026-11-27T22:59:30Z', '2026-11-27T23:30Z'].map((moment) =>
    mayBeginAt(evening, at(moment)),
  );
  assert.deepEqual(begins, [true, false, false]);
  assert.equal(iso(nextOpen(evening, at('2026-11-27T22:57Z'))), '2026-12-04T19:00:00');
  const always = times(null, { quiet_dates: [{ from: '2026-12-24', to: '2026-12-26' }] });
  assert.equal(iso(nextOpen(always, at('2026-12-23T22:57Z'))), '2026-12-26T23:00:00');
  assert.equal(iso(nextOpen(always, at('2026-12-23T22:56:59Z'))), '2026-12-23T22:56:59');
});

test('hours over Sunday go on into Monday', () => {
  const night = times([on(7, '22:00', '02:00')]);
  const moments = ['2026-11-29T22:59Z', '2026-11-30T00:00Z', '2026-11-30T00:59:59Z', '2026-11-30T01:00Z'];
  assert.deepEqual(
    moments.map((moment) => isOpenAt(night, at(moment))),
    [true, true, true, false],
  );
});

test('a clock that goes back by half an hour opens that half hour twice', () => {
  const lordHowe = times([on(7, '01:00', '03:00')], { time_zone: 'Australia/Lord_Howe' });
  assert.equal(openMinutes(lordHowe, '2027-04-03T06:00Z', '2027-04-04T06:00Z').length, 150);
});

test('a day whose midnight does not exist begins at 01:00', () => {
  const days = ['2027-03-27T21:59:59Z', '2027-03-27T22:00:00Z'].map(
    (moment) => localTime(at(moment), 'Asia/Beirut').day,
  );
  assert.deepEqual(days, ['2027-03-27', '2027-03-28']);
  const saturdayQuiet = times(null, {
    time_zone: 'Asia/Beirut',
    quiet_dates: [{ from: '2027-03-27', to: '2027-03-27' }],
  });
  assert.equal(iso(nextOpen(saturdayQuiet, at('2027-03-27T12:00Z'))), '2027-03-27T22:00:00');
});

test('quiet dates and hours that leave nothing for 400 days are an error', () => {
  const year = { from: '2026-12-01', to: '2027-12-01' };
  const rest = { from: '2027-12-02', to: '2028-06-01' };
  const now = at('2026-11-30T23:30Z');
  assert.equal(neverOpenError(times(null, { quiet_dates: [year] }), now), undefined);
  assert.equal(
    neverOpenError(times(null, { quiet_dates: [year, rest] }), now),
    'With these hours and quiet dates nothing could be sent for 400 days',
  );
});

/** Zones that change their clocks in different ways, and days before they do. */
const ZONES = [
  OSLO,
  'America/New_York',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Pacific/Apia',
  'America/St_Johns',
  'Antarctica/Troll',
  'America/Asuncion',
];
const AROUND = ['2027-03-12', '2027-03-26', '2027-04-02', '2027-10-29', '2027-11-05'];
const DAY_MS = 1440 * MINUTE_MS;
const SEARCHED_MS = 16 * DAY_MS;

/** Two ranges with a gap of two minutes, and a quiet date. */
const aroundChanges = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    day: fc.constantFrom(...AROUND),
    after: fc.nat({ max: 4 * DAY_MS }),
    start: fc.nat({ max: 9_800 }),
    length: fc.nat({ max: 60 }),
    quiet: fc.nat({ max: 7 }),
  })
  .map(({ time_zone, day, after, start, length, quiet }) => {
    const ms = at(`${day}T00:00Z`) + after;
    const from = new Date(ms + quiet * DAY_MS).toISOString().slice(0, 10);
    const middle = start + 20 + length;
    const hours: SendingTimes['hours'] = [
      [start, middle],
      [middle + 2, middle + 40 + 2 * length],
    ];
    return { ms, of: { time_zone, hours, quiet_dates: [{ from, to: from }] } };
  });

test('the next moment is the one that a search minute by minute finds', () => {
  fc.assert(
    fc.property(aroundChanges, ({ ms, of }) => {
      let searched = ms;
      while (searched < ms + SEARCHED_MS && !mayClaimAt(of, searched))
        searched = Math.floor(searched / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
      const found = nextOpen(of, ms);
      if (searched < ms + SEARCHED_MS) assert.equal(iso(found), iso(searched));
      else assert.ok(found === undefined || found >= searched, iso(found));
    }),
    { numRuns: 150 },
  );
});

test('no hours at all, and fewer minutes than a lease and a grant, never open', () => {
  const now = at('2026-12-22T18:00Z');
  assert.equal(nextOpen({ ...times(null), hours: [] }, now), undefined);
  assert.equal(nextOpen({ ...times(null), hours: [[540, 542]] }, now), undefined);
});

test('at any time is always open', () => {
  const now = at('2026-11-26T23:59:59.999Z');
  assert.equal(nextOpen(times(null), now), now);
});
