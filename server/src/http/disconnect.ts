import type { FastifyReply } from 'fastify';
import { badRequest } from '../errors.ts';

/** Aborted when the caller's connection has closed, so that the answer is not needed. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnect = new AbortController();
  reply.raw.once('close', () => disconnect.abort(disconnected()));
  return disconnect.signal;
}

/** Nobody reads this answer: it only ends the work. */
export const disconnected = () => badRequest('The caller has disconnected.');
