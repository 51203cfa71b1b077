import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import { findClockChange, formatWeek } from './format-hours.ts';

test('a week says its length, and the days on which nothing is sent', () => {
  const workdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));
  assert.deepEqual(formatWeek(minutesOf(workdays)), {
    hours: '40 hours a week',
    off: ', off on Saturday and Sunday',
  });
  // A night counts for both of its days, unless it ends at midnight.
  const night = minutesOf([{ day: 5, from: '20:00', to: '00:30' }]);
  assert.deepEqual(formatWeek(night), {
    hours: '4 h 30 min a week',
    off: ', off on Monday, Tuesday, Wednesday, Thursday and Sunday',
  });
  assert.equal(
    formatWeek(minutesOf([{ day: 5, from: '23:00', to: '24:00' }])).off,
    ', off on Monday, Tuesday, Wednesday, Thursday, Saturday and Sunday',
  );
});

test('the day on which a clock is changed is found two months ahead', () => {
  const before = Date.parse('2026-10-01T12:00:00Z');
  assert.equal(findClockChange(before, 'Europe/Oslo'), '25-10');
  assert.equal(findClockChange(before, 'Asia/Tokyo'), undefined);
  assert.equal(findClockChange(Date.parse('2026-08-01T12:00:00Z'), 'Europe/Oslo'), undefined);
});
