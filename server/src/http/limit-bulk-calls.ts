import type { BulkBody } from '@pigeonpost/contract/call';
import type { FastifyReply } from 'fastify';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { disconnected } from './disconnect.ts';
import { conflict, tooMany } from './errors.ts';

const MAX_WAITING = 5;
const FULL = 'Too many of these calls wait already. Please try again in a moment.';

/**
 * Lets one bulk call of a kind at a time through for each user, before its body is read: each body may take a
 * hundred megabytes of memory. The place is free again once the call is answered, or its caller has gone.
 */
export function limitBulkCalls({ busy }: BulkBody): (user_id: number, reply: FastifyReply) => Promise<void> {
  const limit = new ConcurrencyLimit<number>({
    concurrency: 1,
    maxWaiting: busy === undefined ? MAX_WAITING : 0,
  });
  return async (user_id, reply) => {
    const release = await limit.acquire(user_id);
    if (!release) throw busy === undefined ? tooMany(FULL, 1) : conflict(busy);
    reply.raw.once('close', release);
    if (!reply.raw.closed) return;
    release();
    throw disconnected();
  };
}
