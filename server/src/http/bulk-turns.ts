import type { BulkBody } from '@pigeonpost/contract/call';
import type { FastifyReply } from 'fastify';
import { badRequest, conflict, tooMany } from './errors.ts';
import { Turns } from './turns.ts';

const WAITING = 5;
const FULL = 'Too many of these calls wait already. Please try again in a moment.';

/**
 * Lets one bulk call of a kind at a time through for each user, before its body is read: each body may take a
 * hundred megabytes of memory. The place is free again once the call is answered, or its caller has gone.
 */
export function createBulkTurns({ busy }: BulkBody): (user_id: number, reply: FastifyReply) => Promise<void> {
  const turns = new Turns<number>({ atOnce: 1, waiting: busy === undefined ? WAITING : 0 });
  return async (user_id, reply) => {
    const end = await turns.take(user_id);
    if (!end) throw busy === undefined ? tooMany(FULL, 1) : conflict(busy);
    reply.raw.once('close', end);
    if (!reply.raw.closed) return;
    end();
    throw callerHasGone();
  };
}

/** Aborted when nobody waits for the answer any more. */
export function untilCallerGoes(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(callerHasGone()));
  return gone.signal;
}

// Nobody reads this answer: it only ends the work.
const callerHasGone = () => badRequest('The caller has gone.');
