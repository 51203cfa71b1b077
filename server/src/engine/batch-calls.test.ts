import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../testing/manual-clock.ts';
import { batchCalls, openLane } from './batch-calls.ts';

// No batch is slow but where a test says so.
const clock = new ManualClock();

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

/** What calls have that share a lane with no other kind, and neither key nor lock with one another. */
function alone() {
  return { lane: openLane(clock), keyOf: (name: string) => name, lockOf: (name: string) => name };
}

/** A turn in which a batch ends, and the one in which the next leaves. */
async function settled(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('calls that arrive together are one batch', async () => {
  const { batches, run, openNext } = heldRun();
  const call = batchCalls({ ...alone(), run });
  const answers = Promise.all(['a', 'b', 'c'].map(call));
  await settled();
  assert.deepEqual(batches, [['a', 'b', 'c']]);
  openNext();
  assert.deepEqual(await answers, ['A', 'B', 'C']);
});

test('calls that arrive while a batch is at work share the next one', async () => {
  const { batches, run, openNext } = heldRun();
  const call = batchCalls({ ...alone(), run });
  const answers: Promise<string>[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    answers.push(call(name));
    await settled();
  }
  assert.deepEqual(batches, [['a']]);
  openNext();
  await settled();
  assert.deepEqual(batches, [['a'], ['b', 'c', 'd']]);
  openNext();
  assert.deepEqual(await Promise.all(answers), ['A', 'B', 'C', 'D']);
});

test('calls of two kinds in one lane leave one kind after the other', async () => {
  const { batches, run, openNext } = heldRun();
  const kind = { ...alone(), run };
  const begin = batchCalls(kind);
  const record = batchCalls(kind);
  const answers: Promise<string>[] = [begin('begin1')];
  await settled();
  answers.push(begin('begin2'), begin('begin3'), record('record1'), record('record2'));
  await settled();
  assert.deepEqual(batches, [['begin1']]);
  for (let turn = 0; turn < 3; turn += 1) {
    openNext();
    await settled();
  }
  assert.deepEqual(batches, [['begin1'], ['record1', 'record2'], ['begin2', 'begin3']]);
  assert.deepEqual(await Promise.all(answers), ['BEGIN1', 'BEGIN2', 'BEGIN3', 'RECORD1', 'RECORD2']);
});

test('beside a batch at work a large one leaves', async () => {
  const { batches, run, openNext } = heldRun();
  const call = batchCalls({ ...alone(), run });
  const answers = [call('first')];
  await settled();
  answers.push(...Array.from({ length: 100 }, (_, index) => call(`beside ${index}`)));
  await settled();
  assert.deepEqual(
    batches.map(({ length }) => length),
    [1, 100],
  );
  openNext();
  openNext();
  await Promise.all(answers);
});

test('beside each batch that is slow one more leaves, until there are four', async () => {
  const { batches, run, openNext } = heldRun();
  const call = batchCalls({ ...alone(), run });
  const answers: Promise<string>[] = [];
  const add = async (name: string) => {
    answers.push(call(name));
    await settled();
  };
  await add('a');
  await add('b');
  await add('c');
  assert.deepEqual(batches, [['a']]);
  clock.advance(1_000);
  assert.deepEqual(batches, [['a'], ['b', 'c']]);
  await add('d');
  assert.deepEqual(batches, [['a'], ['b', 'c']]);
  clock.advance(1_000);
  assert.deepEqual(batches, [['a'], ['b', 'c'], ['d']]);
  clock.advance(1_000);
  await add('e');
  clock.advance(1_000);
  await add('f');
  assert.deepEqual(batches, [['a'], ['b', 'c'], ['d'], ['e']]);
  openNext();
  await settled();
  assert.deepEqual(batches, [['a'], ['b', 'c'], ['d'], ['e'], ['f']]);
  for (let turn = 0; turn < 4; turn += 1) openNext();
  assert.deepEqual(await Promise.all(answers), ['A', 'B', 'C', 'D', 'E', 'F']);
});

test('a call whose lock a batch holds waits for it, and lets others pass', async () => {
  const { batches, run, openNext } = heldRun();
  const call = batchCalls({ ...alone(), run, lockOf: (name) => name.charAt(0) });
  const answers: Promise<string>[] = [];
  for (const names of [['a1'], ['a2', 'b1']]) {
    answers.push(...names.map(call));
    await settled();
  }
  clock.advance(1_000);
  assert.deepEqual(batches, [['a1'], ['b1']]);
  openNext();
  await settled();
  clock.advance(1_000);
  assert.deepEqual(batches, [['a1'], ['b1'], ['a2']]);
  openNext();
  openNext();
  assert.deepEqual(await Promise.all(answers), ['A1', 'A2', 'B1']);
});

test('a batch has room for so much work, and for one call of each key', async () => {
  const { batches, run, openNext } = heldRun();
  const keyOf = (name: string) => name.charAt(0);
  const sizeOf = (name: string) => (name === 'twice' ? 2 : 1);
  const call = batchCalls({ ...alone(), run, keyOf, lockOf: keyOf, sizeOf, fullAt: 2 });
  const answers = Promise.all(['twice', 'a1', 'b1', 'b2', 'b3', 'c1', 'd1'].map(call));
  for (let turn = 0; turn < 6; turn += 1) {
    openNext();
    await settled();
  }
  assert.deepEqual(batches, [['twice'], ['a1', 'b1'], ['b2', 'c1'], ['b3', 'd1']]);
  assert.deepEqual(await answers, ['TWICE', 'A1', 'B1', 'B2', 'B3', 'C1', 'D1']);
});

test('a call that makes its batch throw fails alone', async () => {
  const call = batchCalls({
    ...alone(),
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
