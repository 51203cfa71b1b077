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

interface Options {
  kind?: 'agent' | 'login';
  hearsPeers?: () => boolean;
}

/** A memory whose questions wait until the test answers them, with a caller in it who was known a moment ago. */
async function start({ kind = 'agent', hearsPeers = () => true }: Options = {}) {
  const clock = new ManualClock();
  const asked: PromiseWithResolvers<unknown>[] = [];
  const ask = () => {
    const question = Promise.withResolvers<unknown>();
    asked.push(question);
    return question.promise;
  };
  let nudge: (user_id: number | undefined) => void = () => {};
  const memory = createCallerMemory({
    clock,
    hearsPeers,
    nudges: {
      watch: (heard) => {
        nudge = heard;
      },
    },
    callAsSystem: ask as never,
    asSystem: () => assert.fail('Nothing is written.'),
  });
  const find = ({ checksSession = false } = {}) => memory.find('token', { checksSession });
  const first = find();
  asked.shift()?.resolve({ ...SESSION, kind });
  await first;
  clock.advance(1_001);
  return { clock, memory, find, asked, nudge: (user_id?: number) => nudge(user_id) };
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
  const { nudge, find, asked } = await start();
  const before = find();
  nudge(1);
  const after = find();
  assert.equal(asked.length, 2);
  asked[0]?.resolve(SESSION);
  asked[1]?.resolve(null);
  assert.equal((await before)?.agent_id, 3);
  assert.equal(await after, undefined);
});

test('what was known, or asked, before something ended is asked again', async () => {
  const { nudge, find, asked } = await start();
  const before = find();
  nudge(1);
  asked[0]?.resolve(SESSION);
  await before;
  const after = find();
  assert.equal(asked.length, 2, 'the answer may be from before');
  asked[1]?.resolve(SESSION);
  await after;
  nudge(1);
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

test('calls of a browser ask for its token once a second, and each for itself where nudges are not heard', async () => {
  let hears = true;
  const { clock, find, asked } = await start({ kind: 'login', hearsPeers: () => hears });
  const calls = [find(), find()];
  assert.equal(asked.length, 1);
  asked[0]?.resolve({ ...SESSION, kind: 'login' });
  await Promise.all(calls);
  assert.equal((await find())?.session_id, 2);
  assert.equal(asked.length, 1);
  hears = false;
  const alone = [find(), find()];
  assert.equal(asked.length, 3);
  for (const question of asked) question.resolve({ ...SESSION, kind: 'login' });
  await Promise.all(alone);
  hears = true;
  clock.advance(1_001);
  // For five minutes an agent's calls that check their session need know no more than whose token it is.
  void find({ checksSession: true });
  assert.equal(asked.length, 4);
});

test('a nudge has the tokens of that user looked up again, and of nobody else', async () => {
  const { find, asked, nudge } = await start({ kind: 'login' });
  const answer = async (found: Promise<unknown>) => {
    asked.at(-1)?.resolve({ ...SESSION, kind: 'login' });
    await found;
  };
  await answer(find());
  for (const [index, whom] of [1, undefined, 1].entries()) {
    nudge(7);
    await find();
    assert.equal(asked.length, index + 1, 'somebody else is no reason');
    nudge(whom);
    const again = find();
    assert.equal(asked.length, index + 2);
    await answer(again);
  }
});

test('however many users change, none of them is believed', async () => {
  const { find, asked, nudge } = await start({ kind: 'login' });
  const found = find();
  asked[0]?.resolve({ ...SESSION, kind: 'login' });
  await found;
  for (let user_id = 1; user_id <= 10_001; user_id++) nudge(user_id);
  void find();
  assert.equal(asked.length, 2);
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
