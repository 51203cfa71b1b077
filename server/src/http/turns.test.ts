import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('so many work at once, the others in their order, and each key has a line of its own', async () => {
  const turns = new Turns<string>({ atOnce: 2, waiting: 2 });
  const began: string[] = [];
  const begin = async (name: string, key = 'marta') => {
    const end = await turns.take(key);
    if (end) began.push(name);
    return end;
  };
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => begin(name));
  const endFirst = await first;
  assert.ok(await second);
  assert.equal(await begin('5'), undefined, 'two wait already');
  assert.ok(await begin('other', 'nils'));
  assert.deepEqual(began, ['1', '2', 'other']);
  endFirst?.();
  endFirst?.();
  const endThird = await third;
  assert.deepEqual(began, ['1', '2', 'other', '3'], 'ending twice frees one place');
  endThird?.();
  await fourth;
  assert.deepEqual(began, ['1', '2', 'other', '3', '4']);
});

test('a line that has ended begins anew', async () => {
  const turns = new Turns<number>({ atOnce: 1, waiting: 0 });
  for (let round = 0; round < 3; round++) {
    const end = await turns.take(1);
    assert.ok(end);
    assert.equal(await turns.take(1), undefined);
    end();
  }
});
