import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../testing/manual-clock.ts';
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

/** A memory whose questions wait until the test answers them, with an agent in it that was known a moment ago. */
async function start(kind: 'agent' | 'login' = 'agent') {
  const clock = new ManualClock();
  const asked: PromiseWithResolvers<unknown>[] = [];
  const ask = () => {
    const question = Promise.withResolvers<unknown>();
    asked.push(question);
    return question.promise;
  };
  const memory = createCallerMemory({
    clock,
    callAsSystem: ask as never,
    asSystem: () => assert.fail('Nothing is written.'),
  });
  const find = ({ checksSession = false } = {}) => memory.find('token', { checksSession });
  const first = find();
  asked.shift()?.resolve({ ...SESSION, kind });
  await first;
  clock.advance(1_001);
  return { clock, memory, find, asked };
}

test('calls of an agent that come at once ask for its token once, and each is told', async () => {
  const { clock, find, asked } = await start();
  const calls = [find(), find(), find()];
  assert.equal(asked.length, 1);
  asked[0]?.resolve(SESSION);
  assert.deepEqual(
    (await Promise.all(calls)).map((caller) => caller?.agent_id),
    [3, 3, 3],
  );
  assert.equal((await find())?.agent_id, 3);
  assert.equal(asked.length, 1, 'and for a second nobody asks');
  clock.advance(1_001);
  void find();
  assert.equal(asked.length, 2, 'and then again');
});

test('a call that comes after something ended does not believe what was asked before', async () => {
  const { memory, find, asked } = await start();
  const before = find();
  memory.forget();
  const after = find();
  assert.equal(asked.length, 2);
  asked[0]?.resolve(SESSION);
  asked[1]?.resolve(null);
  assert.equal((await before)?.agent_id, 3);
  assert.equal(await after, undefined);
});

test('what was known, or asked, before something ended is asked again', async () => {
  const { memory, find, asked } = await start();
  const before = find();
  memory.forget();
  asked[0]?.resolve(SESSION);
  await before;
  const after = find();
  assert.equal(asked.length, 2, 'the answer may be from before');
  asked[1]?.resolve(SESSION);
  await after;
  memory.forget();
  void find();
  assert.equal(asked.length, 3, 'the answer is from before');
});

test('a question that fails fails for those who share it, and the next call asks again', async () => {
  const { find, asked } = await start();
  const calls = Promise.allSettled([find(), find()]);
  assert.equal(asked.length, 1);
  asked[0]?.reject(new Error('The database is away.'));
  assert.deepEqual(
    (await calls).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const next = find();
  assert.equal(asked.length, 2);
  asked[1]?.resolve(SESSION);
  assert.equal((await next)?.agent_id, 3);
});

test("a browser's calls ask each for itself", async () => {
  const { find, asked } = await start('login');
  const calls = [find(), find()];
  assert.equal(asked.length, 2);
  for (const question of asked) question.resolve(null);
  assert.deepEqual(await Promise.all(calls), [undefined, undefined]);
});

test('whose token it is stays known for five minutes to a call that checks its session itself', async () => {
  const { clock, find, asked } = await start();
  assert.equal((await find({ checksSession: true }))?.agent_id, 3);
  clock.advance(5 * 60_000);
  const call = find({ checksSession: true });
  assert.equal(asked.length, 1);
  asked[0]?.resolve(null);
  assert.equal(await call, undefined);
});

test('a token that was revoked, or whose account was disabled, is known no longer', async () => {
  for (const found of [null, { ...SESSION, is_active: false }]) {
    const { find, asked } = await start();
    const first = find();
    asked[0]?.resolve(found);
    await first;
    void find({ checksSession: true });
    assert.equal(asked.length, 2, JSON.stringify(found));
  }
  const { memory, find, asked } = await start();
  memory.forgetToken('token');
  void find({ checksSession: true });
  assert.equal(asked.length, 1);
});
