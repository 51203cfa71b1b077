import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CapKind, capError, slowCap } from './caps.ts';

test('a cap is a whole number within its limits, or none', () => {
  const cases: [CapKind, number, number, string][] = [
    ['profile_hour', 1, 120, 'A cap per hour must be a whole number from 1 to 120'],
    ['profile_day', 1, 1000, 'A cap per day must be a whole number from 1 to 1000'],
    ['campaign_day', 1, 100_000, 'A cap per day must be a whole number from 1 to 100000'],
    ['account_day', 1, 100_000, 'A cap per day must be a whole number from 1 to 100000'],
  ];
  for (const [kind, least, most, message] of cases) {
    for (const value of [null, least, most]) assert.equal(capError(kind, value), undefined);
    for (const value of [least - 1, most + 1, 1.5, Number.NaN, -5])
      assert.equal(capError(kind, value), message);
  }
});

test('a slow beginning grows by two with each sending day', () => {
  assert.deepEqual([1, 2, 3, 20].map(slowCap), [5, 7, 9, 43]);
});
