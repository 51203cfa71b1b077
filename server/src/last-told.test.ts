import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberLastTold } from './last-told.ts';

test('a room is as quiet as its last event is old, and one never told as old as the listening', () => {
  let seconds = 10;
  const told = rememberLastTold(() => seconds);
  seconds = 11;
  told.note('user:1');
  seconds = 13;
  assert.equal(told.age(['user:1']), 2000);
  assert.equal(told.age(['user:2']), 3000);
  told.note('admins');
  assert.equal(told.age(['user:1', 'admins']), 0);
  seconds = 14;
  told.forget();
  assert.equal(told.age(['user:1']), 0, 'what was missed may have been told just now');
});

test('a room that was left out counts as told when the last one left out was', () => {
  let seconds = 0;
  const told = rememberLastTold(() => seconds, 2);
  for (const room of ['a', 'b', 'a', 'c', 'd']) {
    seconds += 1;
    told.note(room);
  }
  // b was told at 2 and a at 3; c and d are kept.
  assert.equal(told.age(['b']), 2000);
  assert.equal(told.age(['a']), 2000);
  assert.equal(told.age(['c']), 1000);
});
