import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '@pigeonpost/contract/client';
import { manualClock } from '../testing/manual-clock.ts';
import { retry } from './retry.ts';

const answered = (status: number, retryAfter?: number) =>
  new ApiError({ status, body: { error: `${status}` }, retryAfter });

test('an unanswered call is repeated, after the time that the server named', async () => {
  const clock = manualClock();
  const answers = [answered(0), answered(503), answered(429, 17), answered(408)];
  let asked = 0;
  const asking = retry(
    async () => {
      const error = answers[asked++];
      if (error) throw error;
      return 'answer';
    },
    { clock, signal: new AbortController().signal },
  );
  for (const seconds of [1, 2, 17, 8]) {
    await turn();
    clock.turn(seconds * 1000 - 1);
    await turn();
    const before = asked;
    clock.turn(1);
    await turn();
    assert.equal(asked, before + 1);
  }
  assert.equal(await asking, 'answer');
});

test('an answered error is thrown, and so is a defect', async () => {
  const clock = manualClock();
  const errors = [
    ...[400, 401, 404, 409].map((status) => answered(status)),
    new TypeError('x is not a function'),
  ];
  for (const error of errors) {
    const asking = retry(() => Promise.reject(error), {
      clock,
      signal: new AbortController().signal,
    });
    await assert.rejects(asking, error);
  }
});

test('the signal ends the waiting with its reason', async () => {
  const clock = manualClock();
  const stop = new AbortController();
  const asking = retry(() => Promise.reject(answered(0)), { clock, signal: stop.signal });
  await turn();
  stop.abort(new Error('Ending.'));
  await assert.rejects(asking, /Ending/);
});
