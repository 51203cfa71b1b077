import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactPercent, wholePercent } from './progress.ts';

const done = (sent: number, failed: number) => ({ total: 2000, sent, failed });

test('sent and failed together are done', () => {
  assert.equal(wholePercent(done(1284, 31)), 66);
  assert.equal(exactPercent(done(1284, 31)), '65.8%');
});

test('one missing is not yet a hundred percent', () => {
  assert.equal(wholePercent(done(1998, 1)), 99);
  assert.equal(exactPercent(done(1999, 0)), '99.9%');
  assert.equal(exactPercent(done(1969, 31)), '100.0%');
});

test('without recipients, 0 percent is done', () => {
  assert.equal(wholePercent({ total: 0, sent: 0, failed: 0 }), 0);
});
