import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@pigeonpost/contract/client';
import { runForEach } from './bulk-run.ts';

const refusal = (status: number) => new ApiError({ status, body: { error: 'No' } });

test('every row is called once, and never more than four at a time', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  const called: number[] = [];
  let open = 0;
  let most = 0;
  let progress = 0;
  const failure = await runForEach({
    ids,
    make: async (id) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      called.push(id);
      open -= 1;
    },
    onProgress: (done) => {
      progress = done;
    },
  });
  assert.equal(failure, undefined);
  assert.deepEqual(
    called.toSorted((a, b) => a - b),
    ids,
  );
  assert.equal(most, 4);
  assert.equal(progress, 50);
});

test('a failed row is reported, and the others are still done', async () => {
  const done: number[] = [];
  const failure = await runForEach({
    ids: [1, 2, 3],
    make: async (id) => {
      if (id === 2) throw refusal(409);
      done.push(id);
    },
    onProgress: () => {},
  });
  assert.deepEqual(done, [1, 3]);
  assert.deepEqual(failure?.ids, [2]);
  assert.ok(failure?.error instanceof ApiError);
});

test('a session that ends stops the run', async () => {
  let calls = 0;
  const failure = await runForEach({
    ids: Array.from({ length: 100 }, (_, index) => index),
    make: async () => {
      calls += 1;
      throw refusal(401);
    },
    onProgress: () => {},
  });
  assert.ok(calls <= 4);
  assert.equal(failure?.ids.length, 100);
});
