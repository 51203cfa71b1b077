import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endDayOf, monthsLater, parseEndDay } from './end-date.ts';

test('a day is typed day first, nothing is no end, and an invalid day is refused', () => {
  assert.equal(parseEndDay('05-12-2026'), '2026-12-05');
  assert.equal(parseEndDay(' '), '');
  assert.equal(parseEndDay('30-02-2026'), undefined);
});

test('the day of a time is in the administrator’s zone', () => {
  assert.equal(endDayOf('2026-12-05T22:59:59.999Z', 'Europe/Oslo'), '05-12-2026');
  assert.equal(endDayOf('2026-12-05T23:30:00.000Z', 'Europe/Oslo'), '06-12-2026');
  assert.equal(endDayOf(null, 'UTC'), '');
});

test('a month later counts from the end or from today, and stays inside its month', () => {
  assert.equal(monthsLater('05-12-2026', 1, '22-11-2026'), '05-01-2027');
  assert.equal(monthsLater('05-01-2020', 1, '31-01-2027'), '28-02-2027');
  assert.equal(monthsLater('', 12, '29-02-2028'), '28-02-2029');
  assert.equal(monthsLater('nonsense', 1, '22-11-2026'), '22-12-2026');
});
