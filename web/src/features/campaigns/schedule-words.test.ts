import assert from 'node:assert/strict';
import { test } from 'node:test';
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
