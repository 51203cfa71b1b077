import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInCalls } from './bulk-run.ts';

const IDS = Array.from({ length: 250 }, (_, index) => index + 1);

test('a run makes one call for each hundred rows, and says how far it is', async () => {
  const calls: number[][] = [];
  const progress: number[] = [];
  const failure = await runInCalls({
    ids: IDS,
    make: async (ids) => {
      calls.push(ids);
      return [];
    },
    onProgress: (done) => progress.push(done),
  });
  assert.equal(failure, undefined);
  assert.deepEqual(
    calls.map(({ length }) => length),
    [100, 100, 50],
  );
  assert.deepEqual(calls.flat(), IDS);
  assert.deepEqual(progress, [100, 200, 250]);
});

test('rows that a call left alone are reported, and the others are still done', async () => {
  let calls = 0;
  const failure = await runInCalls({
    ids: IDS,
    make: async (ids) => {
      calls += 1;
      return ids.filter((id) => id === 7 || id === 207);
    },
    onProgress: () => {},
  });
  assert.equal(calls, 3);
  assert.deepEqual(failure, { ids: [7, 207], error: undefined });
});

test('a failed call ends the run: its rows and the later ones are reported', async () => {
  const error = new Error('offline');
  let calls = 0;
  const failure = await runInCalls({
    ids: IDS,
    make: async () => {
      calls += 1;
      if (calls === 2) throw error;
      return [3];
    },
    onProgress: () => {},
  });
  assert.equal(calls, 2);
  assert.deepEqual(failure, { ids: [3, ...IDS.slice(100)], error });
});
