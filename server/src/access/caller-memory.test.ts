import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../testing/manual-clock.ts';
import { createCallerMemory } from './caller-memory.ts';

const SESSION = {
  id: 1,
  username: 'ada',
  role: 'user',
  pack: 'pro',
  subscription_end_date: null,
  session_id: 2,
  kind: 'agent',
  agent_id: 3,
  expires_at: null,
  last_used_at: '2026-09-12T09:00:00.000Z',
  is_active: true,
};

/** A memory whose questions wait until the test answers them. */
function start() {
  const clock = new ManualClock();
  const asked: PromiseWithResolvers<unknown>[] = [];
  let nudge: (user_id: number | null) => void = () => {};
  const find = createCallerMemory({
    clock,
    nudges: {
      watch: (heard) => {
        nudge = heard;
      },
    },
    callAsSystem: (() => {
      const question = Promise.withResolvers<unknown>();
      asked.push(question);
      return question.promise;
    }) as never,
    asSystem: () => assert.fail('Nothing is written.'),
  });
  const answer = async (found: unknown) => {
    const call = find('token');
    asked.at(-1)?.resolve(found);
    return call;
  };
  return { clock, asked, find: () => find('token'), answer, nudge: () => nudge(7) };
}

test("an agent's token is looked up once a second", async () => {
  const { clock, asked, find, answer } = start();
  await answer(SESSION);
  clock.advance(999);
  assert.equal((await find())?.agent_id, 3);
  assert.equal(asked.length, 1);
  clock.advance(1);
  void find();
  assert.equal(asked.length, 2);
});

test("a browser's token is looked up for each call, and one that does not hold as well", async () => {
  for (const found of [{ ...SESSION, kind: 'login' }, { ...SESSION, is_active: false }, null]) {
    const { asked, find, answer } = start();
    await answer(found);
    void find();
    assert.equal(asked.length, 2, JSON.stringify(found));
  }
});

test('after a nudge a token is looked up again, also where it was asked before the nudge and answered later', async () => {
  const { asked, find, answer, nudge } = start();
  await answer(SESSION);
  nudge();
  const before = find();
  assert.equal(asked.length, 2);
  nudge();
  asked[1]?.resolve(SESSION);
  assert.equal((await before)?.agent_id, 3);
  const after = find();
  assert.equal(asked.length, 3);
  asked[2]?.resolve(null);
  assert.equal(await after, undefined);
});
