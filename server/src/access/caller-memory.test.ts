import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNudges } from '../polls/nudges.ts';
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
  const nudges = createNudges();
  const peers = { areHeard: true };
  const find = createCallerMemory({
    clock,
    nudges,
    hearsPeers: () => peers.areHeard,
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
  return {
    clock,
    asked,
    peers,
    find: () => find('token'),
    findForWork: () => find('token', { checksSession: true }),
    answer,
    nudge: (user_id = SESSION.id) => nudges.hear(`another ${user_id}`),
    nudgeAll: nudges.wakeAll,
  };
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

test('where the call checks the session itself, an agent is remembered until a nudge of its user', async () => {
  for (const end of ['nudge', 'nudgeAll'] as const) {
    const { clock, asked, findForWork, answer, nudge, ...scene } = start();
    await answer(SESSION);
    clock.advance(60_000);
    nudge(SESSION.id + 1);
    assert.equal((await findForWork())?.agent_id, 3);
    assert.equal(asked.length, 1);
    ({ nudge, ...scene })[end]();
    void findForWork();
    assert.equal(asked.length, 2, end);
  }
});

test('while other servers are not heard, an agent is remembered for a second', async () => {
  const { clock, asked, peers, findForWork, answer } = start();
  await answer(SESSION);
  peers.areHeard = false;
  clock.advance(999);
  await findForWork();
  assert.equal(asked.length, 1);
  clock.advance(1);
  void findForWork();
  assert.equal(asked.length, 2);
});
