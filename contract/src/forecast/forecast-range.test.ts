import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from './forecast-range.ts';

const at = (hour: number, minute = 0) => Date.UTC(2026, 8, 14, hour, minute);
const open = (day: number, from: number, to: number) => ({
  day,
  openings: [{ from, to, offset: 0 }],
  shape: '',
});
/** From nine to five on two days. */
const days = [open(0, at(9), at(17)), open(1, at(33), at(41))];
const range = (ends: { mean: number; early: number; late: number }) =>
  rangeOf({ days, cappedDays: [], notBefore: at(-24), ends });

test('a range within open hours is as wide on both sides', () => {
  assert.deepEqual(range({ mean: at(12), early: at(11, 55), late: at(12, 5) }), {
    early: at(11, 45),
    late: at(12, 15),
  });
});

test('a range over closed hours goes from one end to the other', () => {
  assert.deepEqual(range({ mean: at(16, 50), early: at(16, 40), late: at(33, 10) }), {
    early: at(16, 40),
    late: at(33, 10),
  });
});
