import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { type Following, follow, isUnseen, isWaiting, withRequest } from './follow-requests.ts';

const NOTHING: Following = new Map();

function request(id: number, part: Partial<ProfileRequest> = {}): ProfileRequest {
  return {
    id,
    request_type: 'test',
    agent_id: 1,
    profile_path: '/p/x1.kiln',
    status: 'pending',
    results: null,
    error_message: null,
    created_at: '2026-09-13T12:00:00Z',
    last_sign_at: null,
    completed_at: null,
    ...part,
  };
}

const ids = (requests: ProfileRequest[]) => requests.map(({ id }) => id);

test('a request is in flight until it ends, and its end is reported once', () => {
  const first = follow(NOTHING, [request(1), request(2, { status: 'completed' })], 0);
  assert.deepEqual([ids(first.inFlight), ids(first.ended)], [[1], []]);
  const second = follow(first.following, [request(1, { status: 'failed' })], 3000);
  assert.deepEqual([ids(second.inFlight), ids(second.ended)], [[], [1]]);
  assert.deepEqual(ids(follow(second.following, [request(1, { status: 'failed' })], 6000).ended), []);
});

test('a request without a sign of life is given up after a minute, and each sign restarts the count', () => {
  const running = (last_sign_at: string) => [request(1, { status: 'running', last_sign_at })];
  const asked = follow(NOTHING, [request(1)], 0);
  const taken = follow(asked.following, running('one'), 59_000);
  const again = follow(taken.following, running('two'), 118_000);
  const waited = follow(again.following, running('two'), 177_000);
  assert.deepEqual([ids(waited.inFlight), ids(waited.givenUp)], [[1], []]);
  const late = follow(waited.following, running('two'), 178_000);
  assert.deepEqual([ids(late.inFlight), ids(late.givenUp)], [[], [1]]);
  const later = follow(late.following, running('two'), 181_000);
  assert.deepEqual([ids(later.inFlight), ids(later.givenUp)], [[], []]);
  const ended = follow(later.following, [request(1, { status: 'completed' })], 184_000);
  assert.deepEqual(ids(ended.ended), []);
});

test('a request that a look does not show yet is waited for, though not for ever', () => {
  const early = follow(withRequest(NOTHING, 1, 0), [], 100);
  assert.deepEqual([isWaiting(early.following), ids(early.inFlight)], [true, []]);
  assert.equal(isUnseen(early.following), true);
  assert.equal(isUnseen(follow(early.following, [request(1)], 200).following), false);
  const seen = follow(early.following, [request(1, { status: 'completed' })], 3100);
  assert.deepEqual([ids(seen.ended), isWaiting(seen.following)], [[1], false]);
  assert.equal(isWaiting(follow(early.following, [], 60_000).following), false);
});

test('the end of a request before the first look is reported by its maker', () => {
  const seen = follow(withRequest(NOTHING, 1, 0), [request(1, { status: 'failed' })], 100);
  assert.deepEqual([ids(seen.inFlight), ids(seen.ended)], [[], [1]]);
});
