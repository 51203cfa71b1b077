import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showTimesIn } from '../../../format/time-zone.ts';
import { whoAndWhenWords } from './new-campaign-times.ts';
import { describeMoment, overdueWords, readMoment, readStart } from './schedule-words.ts';

const OSLO = 'Europe/Oslo';
const typed = (day: string, time: string) => ({ day, time });

test('a time that does not exist is refused, one that comes twice is its first', () => {
  assert.deepEqual(readMoment(typed('2027-03-28', '02:30'), OSLO), {
    error: 'On 28-03-2027 the clock goes from 02:00 to 03:00. Choose another time.',
  });
  const twice = readMoment(typed('2027-10-31', '02:30'), OSLO);
  assert.deepEqual(twice, { ms: Date.parse('2027-10-31T00:30Z'), isFirstOfTwo: true });
  assert.ok('ms' in twice);
  assert.equal(
    describeMoment(typed('2027-10-31', '02:30'), { ...twice, zone: OSLO, nowMs: twice.ms - 7_200_000 }),
    '02:30 (summer time), Sunday, Europe/Oslo, in 2 h',
  );
});

test('a start has to be ahead, within a year and before the last moment', () => {
  const nowMs = Date.parse('2026-09-13T12:10Z');
  const read = (day: string, time: string, not_after: string | null = null) =>
    readStart(typed(day, time), { zone: OSLO, nowMs, not_after });
  assert.deepEqual(read('2026-09-13', '14:10'), { error: 'The start must be at least a minute ahead' });
  assert.deepEqual(read('2027-09-30', '14:10'), { error: 'The start must be within a year' });
  assert.deepEqual(read('2026-09-14', '09:00', '2026-09-14T07:00:00.000Z'), {
    error: 'The start must be before its last moment',
  });
  assert.deepEqual(read('', '09:00'), { error: 'Choose a day and a time' });
  const start = read('2026-09-14', '09:00');
  assert.ok('ms' in start);
  assert.equal(
    describeMoment(typed('2026-09-14', '09:00'), { ...start, zone: OSLO, nowMs }),
    'Monday, Europe/Oslo, in 18 h 50 min',
  );
});

test('an overdue campaign says when it was to start, and why it did not', () => {
  const start_at = '2026-09-14T09:00:00.000Z';
  const nowMs = Date.parse(start_at);
  const words = (start_problem: string | null) =>
    overdueWords({ stage: 'overdue', start_at, start_problem }, nowMs).replace(/\d\d:\d\d/, '09:00');
  assert.equal(words(null), 'Was to start Mon 14-09 at 09:00, while the server was off.');
  assert.equal(
    words('This list has no pending recipients'),
    'Was to start Mon 14-09 at 09:00: This list has no pending recipients.',
  );
});

const NOTHING = {
  leave_out: null,
  limits: {},
  hasHours: false,
  isFollowUp: false,
  nowMs: Date.parse('2026-09-10T08:00:00Z'),
};

const list = (id: number, name: string) => ({ id, name });

const CASES: [Partial<typeof NOTHING> & object, string][] = [
  [{}, 'Everybody pending, at any time, at your pace'],
  [{ isFollowUp: true }, 'Everybody of the follow-up, at any time, at your pace'],
  [{ hasHours: true }, 'Everybody pending, in your sending hours, at your pace'],
  [{ limits: { cap_day: 1200 } }, 'Everybody pending, at any time, at most 1,200 a day'],
  [{ limits: { canary: 10 } }, 'Everybody pending, at any time, at your pace, a look after the first 10'],
  [
    { limits: { hours: [{ day: 6, from: '09:00', to: '12:00' }] }, hasHours: true },
    'Everybody pending, Sat 09:00–12:00, at your pace',
  ],
  [
    { limits: { start_at: '2026-09-14T09:00:00Z', cap_day: 30 }, hasHours: true },
    'Everybody pending, Mon 14-09 at 11:00, in your sending hours, at most 30 a day',
  ],
  [
    { limits: { not_after: '2026-10-02T20:00:00Z' } },
    'Everybody pending, nothing after Fri 02-10 at 22:00, at your pace',
  ],
  [
    {
      leave_out: { lists: [list(1, 'Booked a seat')], tags: [list(2, 'VIP')], replied_days: 30 } as never,
    },
    'Everybody pending except people of Booked a seat, people tagged VIP and people who replied within 30 days, at any time, at your pace',
  ],
];

test('the line of who and when says what is set, and what holds where nothing is', (t) => {
  showTimesIn({ time_zone: 'Europe/Oslo', time_zone_offsets: { changes: [], ahead: [120] } });
  t.after(() => showTimesIn(undefined));
  for (const [given, words] of CASES) assert.equal(whoAndWhenWords({ ...NOTHING, ...given }), words);
});
