import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listGrown } from './costs.ts';

const costs = (all: Record<string, number>) => new Map(Object.entries(all));

test('a file that costs half as much again is named, and so is a dear new one', () => {
  const kept = costs({ a: 10_000, b: 10_000, c: 4_000, d: 40_000, e: 10_000 });
  const now = costs({ a: 10_000, b: 16_000, c: 8_000, d: 40_000, e: 10_000, new: 9_000, small: 5_000 });
  assert.deepEqual(listGrown(now, kept), ['new: 9.0 s instead of 1.0 s', 'b: 16.0 s instead of 10.0 s']);
});

test('on a machine that is half as fast, only what grew by more than all is named', () => {
  const kept = costs({ a: 10_000, b: 10_000, c: 4_000 });
  assert.deepEqual(listGrown(costs({ a: 20_000, b: 40_000, c: 8_000 }), kept), [
    'b: 40.0 s instead of 20.0 s',
  ]);
});

test('nothing is named where nothing was kept', () => {
  assert.deepEqual(listGrown(costs({ a: 50_000 }), new Map()), []);
});
