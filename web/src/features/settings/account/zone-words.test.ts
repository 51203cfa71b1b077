import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptMoments } from './zone-words.ts';

const OSLO_NINE = Date.parse('2026-11-26T08:00:00Z');

test('a scheduled campaign keeps its moment in another zone', () => {
  assert.equal(
    keptMoments([OSLO_NINE], 'Europe/Oslo', 'America/New_York'),
    '1 scheduled campaign keeps its moment: Thu 26-11 09:00 becomes 03:00.',
  );
});

test('a moment on another day names it, and of several the next is told', () => {
  assert.equal(
    keptMoments([OSLO_NINE, OSLO_NINE + 1, OSLO_NINE + 2], 'Europe/Oslo', 'Pacific/Honolulu'),
    '3 scheduled campaigns keep their moments: the next, Thu 26-11 09:00, becomes Wed 25-11 22:00.',
  );
  assert.equal(keptMoments([], 'Europe/Oslo', 'Pacific/Honolulu'), undefined);
});
