import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPace } from './format-pace.ts';

test('the default settings give 9 an hour and 216 a day', () => {
  assert.deepEqual(formatPace({ max_retries: 3, delay_start: 350, delay_end: 450 }), {
    wait: '5 min 50 s to 7 min 30 s',
    perHour: '9 an hour',
    perDay: '216 a day',
    isFast: false,
    retries: 'up to 3 times',
  });
});

test('a pace above the recommended band is fast', () => {
  const pace = (seconds: number) => formatPace({ max_retries: 3, delay_start: seconds, delay_end: seconds });
  assert.deepEqual([pace(300).isFast, pace(299).isFast], [false, true]);
  const hasty = pace(2.5);
  assert.deepEqual([hasty.perHour, hasty.isFast], ['1,440 an hour', true]);
});

test('equal delays are one wait, a slow pace has a decimal, and no delay gives no number', () => {
  const slow = formatPace({ max_retries: 1, delay_start: 3600, delay_end: 3000 });
  assert.deepEqual([slow.perHour, slow.retries], ['1.1 an hour', 'once']);
  assert.equal(formatPace({ max_retries: 1, delay_start: 400, delay_end: 400 }).wait, '6 min 40 s');
  assert.equal(formatPace({ max_retries: 1, delay_start: 0, delay_end: 0 }).perHour, 'as many as it can');
});
