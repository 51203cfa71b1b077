import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather } from './gather.ts';

/** A run that waits for the test, and keeps what it was given. */
function heldRun() {
  const batches: string[][] = [];
  const doors: (() => void)[] = [];
  return {
    batches,
    async run(calls: string[]) {
      batches.push(calls);
      await new Promise<void>((resolve) => doors.push(resolve));
      return calls.map((call) => call.toUpperCase());
    },
    openNext: () => doors.shift()?.(),
  };
}

const settled = () => new Promise(setImmediate);

test('calls that arrive while two batches are at work share the next one', async () => {
  const { batches, run, openNext } = heldRun();
  const call = gather({ run, keyOf: (name: string) => name });
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(call));
  assert.deepEqual(batches, [['a'], ['b']]);
  openNext();
  await settled();
  assert.deepEqual(batches, [['a'], ['b'], ['c', 'd', 'e']]);
  openNext();
  openNext();
  assert.deepEqual(await answers, ['A', 'B', 'C', 'D', 'E']);
});

test('a batch has room for so many calls, and for one of each key', async () => {
  const { batches, run, openNext } = heldRun();
  const call = gather({ run, keyOf: (name: string) => name.charAt(0), batches: 1, callsABatch: 2 });
  const answers = Promise.all(['a1', 'b1', 'b2', 'b3', 'c1', 'd1'].map(call));
  for (let turn = 0; turn < 6; turn += 1) {
    openNext();
    await settled();
  }
  assert.deepEqual(batches, [['a1'], ['b1', 'c1'], ['b2', 'd1'], ['b3']]);
  assert.deepEqual(await answers, ['A1', 'B1', 'B2', 'B3', 'C1', 'D1']);
});

test('a call that makes its batch throw fails alone', async () => {
  const call = gather({
    batches: 1,
    keyOf: (name: string) => name,
    async run(calls: string[]) {
      await settled();
      if (calls.includes('bad')) throw new Error('This one.');
      return calls;
    },
  });
  const answers = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(call));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
});
