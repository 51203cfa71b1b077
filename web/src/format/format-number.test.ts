import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatNoun, formatPercent, successTone } from './format-number.ts';

test('counts have thousands separators, and a missing one is a dash', () => {
  assert.equal(formatCount(1284), '1,284');
  assert.equal(formatCount(null), '–');
  assert.equal(formatPercent(65.84), '65.8%');
  assert.deepEqual(
    [formatNoun(1, 'recipient'), formatNoun(2000, 'recipient')],
    ['1 recipient', '2,000 recipients'],
  );
});

test('a success rate is green from 80, yellow from 60, and red below', () => {
  const tones = [100, 80, 79.9, 60, 59.9, 0].map(successTone);
  assert.deepEqual(tones, ['completed', 'completed', 'paused', 'paused', 'failed', 'failed']);
});
