import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentRequest } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import { manualClock } from '../testing/manual-clock.ts';
import { until } from '../testing/until.ts';
import {
  createRequestRunner,
  type RequestHandlers,
  type RequestJob,
  type Results,
} from './request-runner.ts';

const ENDED = new ApiError({ status: 409, body: { error: 'This request has ended.' } });

/** A runner whose `test` requests wait until the test ends them, and the calls that it makes. */
function scene(answer: (said: string) => void = () => {}) {
  const clock = manualClock();
  const said: string[] = [];
  const tests: ((results: Results) => void)[] = [];
  const call = (async (name: string, { params }: { params: { id: number } }) => {
    const words = `${name.split('/').at(-1)} ${params.id}`;
    said.push(words);
    answer(words);
    return {};
  }) as unknown as Call;
  const handlers = {
    test: () => new Promise((end) => tests.push(end)),
    unread: ({ progress }: RequestJob) => progress(),
  } as unknown as RequestHandlers;
  const run = createRequestRunner({
    call,
    clock,
    log: () => {},
    stop: new AbortController().signal,
    handlers,
  });
  const give = (id: number, kind: AgentRequest['kind'] = 'test') =>
    run({ id, kind, payload: {} } satisfies AgentRequest);
  return { clock, said, tests, give };
}

test('a request reports progress every 20 seconds while it is worked on or waits for its turn', async () => {
  const { clock, said, tests, give } = scene();
  const both = [give(1), give(2)];
  await until('two signs are waited for', () => clock.sleepers() === 2);
  clock.turn(20_000);
  await until('a sign of both', () => said.length === 2 && clock.sleepers() === 2);
  assert.deepEqual(said, ['progress 1', 'progress 2']);
  assert.equal(tests.length, 1, 'the second waits for the first');
  tests[0]?.({});
  await both[0];
  await until('the second has its turn', () => tests.length === 2 && clock.sleepers() === 1);
  clock.turn(20_000);
  await until('a sign of the second', () => said.length === 4);
  tests[1]?.({});
  await both[1];
  assert.deepEqual(said, ['progress 1', 'progress 2', 'result 1', 'progress 2', 'result 2']);
  assert.equal(clock.sleepers(), 0);
});

test('a request that has ended meanwhile gets no further progress', async () => {
  const { clock, said, tests, give } = scene((words) => {
    if (words.startsWith('progress')) throw ENDED;
  });
  const given = give(1);
  await until('the sign is waited for', () => clock.sleepers() === 1);
  clock.turn(20_000);
  await until('the sign', () => said.length === 1);
  tests[0]?.({});
  await given;
  assert.deepEqual(said, ['progress 1', 'result 1']);
  assert.equal(clock.sleepers(), 0);
});

test('the result of a request is repeated until the server answers', async () => {
  let isAway = true;
  const { clock, said, tests, give } = scene((words) => {
    if (words.startsWith('result') && isAway) throw new ApiError({ status: 503, body: { error: 'Away.' } });
  });
  const given = give(1);
  await until('the test', () => tests.length === 1);
  tests[0]?.({});
  await until('the wait after a result', () => said.length === 1 && clock.sleepers() === 2);
  isAway = false;
  clock.turn(1_000);
  await given;
  assert.deepEqual(said, ['result 1', 'result 1']);
});

test('a request that the server has ended gets no result', async () => {
  const { said, give } = scene((words) => {
    if (words.startsWith('progress')) throw ENDED;
  });
  await give(1, 'unread');
  assert.deepEqual(said, ['progress 1']);
});
