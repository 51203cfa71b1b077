import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberLastTold } from './last-told.ts';

test("a room's age is the time since its last event, or since the start of listening", () => {
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
  assert.equal(told.age(['user:1']), 0, 'an event may have been missed just now');
});

test("a dropped room's age is that of the room dropped last", () => {
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
