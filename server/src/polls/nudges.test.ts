import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNudges } from './nudges.ts';

const USER = 7;

/** A server's nudges, a waiting poll of the user, and a transaction that the test commits. */
function scene() {
  const nudges = createNudges();
  const heard: string[] = [];
  nudges.listen(USER, () => heard.push('poll'));
  const told: string[] = [];
  const effects: (() => void)[] = [];
  const during = {
    tx: { notify: (_channel: string, payload: string) => void told.push(payload) },
    afterCommit: (effect: () => void) => void effects.push(effect),
  };
  const commit = () => {
    for (const effect of effects) effect();
  };
  return { nudges, heard, told, during, commit };
}

test('a nudge is heard when its change is committed, and not before', () => {
  const { nudges, heard, during, commit } = scene();
  nudges.nudge(during, USER);
  assert.deepEqual(heard, [], 'a poll that looks now would miss the change, and wait');
  commit();
  assert.deepEqual(heard, ['poll']);
});

test('what was learned before a nudge may have changed, for its user alone or for everybody', () => {
  const { nudges } = scene();
  const others = USER + 1;
  const isNudged = (before: number) => [USER, others].map((user) => nudges.isNudgedSince(user, before));
  const first = nudges.count;
  assert.deepEqual(isNudged(first), [false, false]);
  nudges.hear(`another ${USER}`);
  assert.deepEqual(isNudged(first), [true, false]);
  const second = nudges.count;
  assert.deepEqual(isNudged(second), [false, false]);
  nudges.wakeAll();
  assert.deepEqual(isNudged(second), [true, true]);
  const third = nudges.count;
  nudges.hear(`another ${others}`);
  assert.deepEqual(isNudged(third), [false, true]);
});

test("a nudge of another server is heard, the server's own one that comes back is not", () => {
  const one = scene();
  const other = scene();
  one.nudges.nudge(one.during, USER);
  for (const payload of one.told) {
    one.nudges.hear(payload);
    other.nudges.hear(payload);
  }
  assert.deepEqual(one.heard, []);
  assert.deepEqual(other.heard, ['poll']);
});
