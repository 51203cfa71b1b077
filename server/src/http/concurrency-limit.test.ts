import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('a limited number run at once, the others in order, and each key has its own queue', async () => {
  const limit = new ConcurrencyLimit<string>({ concurrency: 2, maxWaiting: 2 });
  const began: string[] = [];
  const begin = async (name: string, key = 'marta') => {
    const release = await limit.acquire(key);
    if (release) began.push(name);
    return release;
  };
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => begin(name));
  const releaseFirst = await first;
  assert.ok(await second);
  assert.equal(await begin('5'), undefined, 'two wait already');
  assert.ok(await begin('other', 'nils'));
  assert.deepEqual(began, ['1', '2', 'other']);
  releaseFirst?.();
  releaseFirst?.();
  const releaseThird = await third;
  assert.deepEqual(began, ['1', '2', 'other', '3'], 'releasing twice frees one place');
  releaseThird?.();
  await fourth;
  assert.deepEqual(began, ['1', '2', 'other', '3', '4']);
});

test('an emptied queue starts again', async () => {
  const limit = new ConcurrencyLimit<number>({ concurrency: 1, maxWaiting: 0 });
  for (let round = 0; round < 3; round++) {
    const release = await limit.acquire(1);
    assert.ok(release);
    assert.equal(await limit.acquire(1), undefined);
    release();
  }
});
