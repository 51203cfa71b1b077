import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import { handTurnedClock } from './testing/hand-turned-clock.ts';
import { WorkLoop } from './work-loop.ts';

interface OpenCall {
  capacity: number;
  wait_seconds: number;
  profile_paths: string[];
  answer(work: { deliveries?: Delivery[]; requests?: AgentRequest[] }): Promise<void>;
  fail(status: number): Promise<void>;
}

function scene(paths: string[]) {
  const clock = handTurnedClock();
  const stop = new AbortController();
  const open: OpenCall[] = [];
  const working = new Map<string, () => void>();
  const handedBack: string[] = [];
  const asked: number[] = [];
  const call = (async (_name: string, { body, signal }: { body: OpenCall; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    signal.addEventListener('abort', () => reject(signal.reason));
    const settle = async (how: () => void) => {
      open.splice(open.indexOf(one), 1);
      how();
      await turn();
    };
    const one: OpenCall = {
      ...body,
      answer: (work) => settle(() => resolve({ deliveries: [], requests: [], ...work })),
      fail: (status) => settle(() => reject(new ApiError({ status, body: { error: 'Away' } }))),
    };
    open.push(one);
    return promise;
  }) as unknown as Call;
  const loop = new WorkLoop({
    call,
    clock,
    say: () => {},
    stop: stop.signal,
    drivablePaths: () => paths,
    deliver: ({ profile }) => new Promise((done) => working.set(profile.profile_path, done)),
    handBack: async ({ profile }) => void handedBack.push(profile.profile_path),
    answer: async ({ id }) => void asked.push(id),
  });
  const finish = async (path: string) => {
    working.get(path)?.();
    await turn();
  };
  return { clock, stop, open, loop, working, handedBack, asked, finish };
}

function deliveryFor(path: string): Delivery {
  const profile = { id: 1, profile_name: path, profile_path: path, insta_username: null };
  const names = { campaign_name: 'Spring', recipient: 'anna', message: 'Hi' };
  return { token: path, campaign_id: 1, recipient_id: 1, lease_seconds: 120, profile, ...names };
}

const pathsOf = (calls: OpenCall[]) => calls.map(({ profile_paths }) => profile_paths);

test('a profile that becomes free is asked for at once, while the open call stays open', async () => {
  const { loop, open, finish, clock } = scene(['a', 'b']);
  loop.look();
  assert.deepEqual(pathsOf(open), [['a', 'b']]);
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  assert.deepEqual(pathsOf(open), [['b']]);
  assert.equal(open[0]?.capacity, 3);
  clock.turn(10_000);
  await finish('a');
  assert.deepEqual(pathsOf(open), [['b'], ['a']]);
  loop.look();
  assert.equal(open.length, 2);
});

test('the calls of a round end together, and the next round begins with one call', async () => {
  const { loop, open, finish, clock } = scene(['a', 'b']);
  loop.look();
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  clock.turn(10_000);
  await finish('a');
  assert.deepEqual(
    open.map(({ wait_seconds }) => wait_seconds),
    [25, 15],
  );
  clock.turn(15_000);
  await open[0]?.answer({});
  assert.deepEqual(pathsOf(open), [['a']]);
  await open[0]?.answer({});
  assert.deepEqual(pathsOf(open), [['a', 'b']]);
});

test('at most four profiles work at once; what is given beyond is handed back', async () => {
  const { loop, open, working, handedBack, finish, asked } = scene(['a', 'b', 'c', 'd', 'e', 'f']);
  loop.look();
  const [first] = open;
  await first?.answer({ deliveries: ['a', 'b', 'c', 'd', 'e'].map(deliveryFor) });
  assert.deepEqual([...working.keys()], ['a', 'b', 'c', 'd']);
  assert.deepEqual(handedBack, ['e']);
  // Requests are still taken.
  assert.deepEqual(pathsOf(open), [[]]);
  assert.equal(open[0]?.capacity, 0);
  await finish('a');
  assert.deepEqual(pathsOf(open), [[], ['a', 'e', 'f']]);
  assert.equal(open[1]?.capacity, 1);
  await open[0]?.answer({ requests: [{ id: 5, kind: 'list', payload: {} }] });
  assert.deepEqual(asked, [5]);
});

test('with the server away it asks again after 1 s, growing to 30 s, and at once after an answer', async () => {
  const { loop, open, clock } = scene(['a']);
  loop.look();
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await open[0]?.fail(0);
    clock.turn(seconds * 1000 - 1);
    await turn();
    assert.equal(open.length, 0, `${seconds}`);
    clock.turn(1);
    await turn();
    assert.equal(open.length, 1, `${seconds}`);
  }
  await open[0]?.answer({});
  assert.equal(open.length, 1);
  await open[0]?.fail(503);
  clock.turn(1000);
  await turn();
  assert.equal(open.length, 1);
});

test('told to stop it asks no more, and is finished when its deliveries are', async () => {
  const { loop, open, stop, finish } = scene(['a', 'b']);
  loop.look();
  await open[0]?.answer({ deliveries: [deliveryFor('a')] });
  let isFinished = false;
  const finished = loop.finished().then(() => {
    isFinished = true;
  });
  stop.abort(new Error('The agent is ending.'));
  await turn();
  assert.equal(isFinished, false);
  await finish('a');
  await finished;
});

test('a profile that was opened for a person meanwhile is not driven', async () => {
  const paths = ['a', 'b'];
  const { loop, open, working, handedBack } = scene(paths);
  loop.look();
  paths.shift();
  await open[0]?.answer({ deliveries: ['a', 'b'].map(deliveryFor) });
  assert.deepEqual(handedBack, ['a']);
  assert.deepEqual([...working.keys()], ['b']);
});
