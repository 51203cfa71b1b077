import type { CallDefinition } from '@pigeonpost/contract/call';
import { DEFAULT_BODY_LIMIT } from '@pigeonpost/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conflict, tooMany } from '../errors.ts';
import { CallPlaces } from './call-places.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

// The pool has 20 connections: one user's calls never hold all of them.
const CALLS_OF_A_USER = 8;
const WAITING_CALLS_OF_A_USER = 200;
const LONG_BODIES_WAITING = 5;
const TOO_MANY_AT_ONCE = 'Too many calls at the same time. Please wait a moment and try again.';
const FULL = 'Too many of these calls wait already. Please try again in a moment.';

interface Entering {
  user_id: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Gives a call its places before its body is read; undefined if it needs none. */
type EnterCall = (entering: Entering) => Promise<CallPlaces | undefined>;

/**
 * Limits, for each user, how many calls work in the database and how many long bodies are read and held. A call waits
 * before its body is read: a parsed one takes ten times its length, an import's a hundred megabytes.
 */
export function limitCalls(): (call: CallDefinition, kind: { ownTransactions: boolean }) => EnterCall {
  const working = new ConcurrencyLimit<number>({
    concurrency: CALLS_OF_A_USER,
    maxWaiting: WAITING_CALLS_OF_A_USER,
  });
  const holding = new ConcurrencyLimit<number>({ concurrency: 1, maxWaiting: LONG_BODIES_WAITING });
  return (call, { ownTransactions }) => {
    if (call.bulk) return enterBulkCall(call.bulk);
    return async ({ user_id, request, reply }) => {
      const isLong = mayBeLong(call, request);
      if (!isLong && ownTransactions) return undefined;
      const places = new CallPlaces(reply);
      if (isLong) await places.take(holding.acquire(user_id), () => tooMany(FULL, 1));
      if (!ownTransactions) await places.take(working.acquire(user_id), () => tooMany(TOO_MANY_AT_ONCE, 1));
      return places;
    };
  };
}

/** One bulk call of a kind at a time. */
function enterBulkCall({ busy }: NonNullable<CallDefinition['bulk']>): EnterCall {
  const limit = new ConcurrencyLimit<number>({
    concurrency: 1,
    maxWaiting: busy === undefined ? LONG_BODIES_WAITING : 0,
  });
  return async ({ user_id, reply }) => {
    const places = new CallPlaces(reply);
    await places.take(limit.acquire(user_id), () => (busy === undefined ? tooMany(FULL, 1) : conflict(busy)));
    return places;
  };
}

/** Whether a body may be longer than the default limit: by its declared length, or without one. */
function mayBeLong({ bodyLimit = 0 }: CallDefinition, { headers }: FastifyRequest): boolean {
  if (bodyLimit <= DEFAULT_BODY_LIMIT) return false;
  const length = headers['content-length'];
  if (length !== undefined) return Number(length) > DEFAULT_BODY_LIMIT;
  return headers['transfer-encoding'] !== undefined;
}
