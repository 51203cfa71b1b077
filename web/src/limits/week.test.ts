import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HourRange } from '@pigeonpost/contract/sending-hours';
import { addRange, copyDay, groupDays, groupName, readClock } from './week.ts';

const on = (day: number, from: string, to: string): HourRange => ({ day, from, to });
const monday = [on(1, '09:00', '12:00'), on(1, '13:00', '18:00')];

test('a time may be typed as people write it', () => {
  assert.deepEqual(
    ['9', '930', '9.30', ' 9:30 ', '9h30', '9:75', 'noon'].map((typed) => readClock(typed, 'from')),
    ['09:00', '09:30', '09:30', '09:30', '09:30', '9:75', 'noon'],
  );
  assert.deepEqual([readClock('0', 'from'), readClock('0', 'to')], ['00:00', '24:00']);
});

test('a day copies all ranges of another one', () => {
  assert.deepEqual(copyDay([...monday, on(2, '20:00', '22:00')], 1, [2]), [
    ...monday,
    on(2, '09:00', '12:00'),
    on(2, '13:00', '18:00'),
  ]);
});

test('another range comes an hour after the last one, or before the first where the day has no room', () => {
  assert.deepEqual(addRange([on(1, '09:00', '12:00')], [1]), [
    on(1, '09:00', '12:00'),
    on(1, '13:00', '17:00'),
  ]);
  assert.deepEqual(addRange([on(1, '18:00', '23:30')], [1]), [
    on(1, '13:00', '17:00'),
    on(1, '18:00', '23:30'),
  ]);
});

test('neighbouring days with the same ranges are one group, with the names of its first and last day', () => {
  const week = [1, 2, 3, 5].map((day) => on(day, '09:00', '18:00'));
  assert.deepEqual(groupDays(week).map(groupName), [
    'Monday to Wednesday',
    'Thursday',
    'Friday',
    'Saturday to Sunday',
  ]);
});
