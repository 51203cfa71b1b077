import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatEndDate } from './format-end-date.ts';

const NOW = Date.parse('2026-09-13T12:00:00Z');

test('a distance of thousands of days has thousands separators', () => {
  assert.match(formatEndDate('2030-10-21T12:00:00Z', NOW), /, in 1,499 days$/);
});

test('the end of a subscription has its distance in whole days', () => {
  assert.match(formatEndDate('2026-12-05T12:00:00Z', NOW), /^Ends 05-12-2026 \d\d:\d\d, in 83 days$/);
  assert.match(formatEndDate('2026-09-13T13:00:00Z', NOW), /^Ends .*, in less than a day$/);
  assert.match(formatEndDate('2026-09-12T11:00:00Z', NOW), /^Ended .*, 1 day ago$/);
});
