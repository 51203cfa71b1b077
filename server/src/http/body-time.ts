import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { HttpError } from './errors.ts';

const TOO_SLOW = 'The body took too long to arrive. Please try again.';

/**
 * The body, which is 408 when it has not arrived in time: otherwise a caller could hold a connection, and what
 * waits for it, by sending a byte now and then.
 */
export function limitBodyTime(
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: Readable },
  { clock, milliseconds }: { clock: Clock; milliseconds: number },
): Readable {
  // Nothing is to come: there is no body, or all of it arrived with the headers, as that of most calls does.
  if (request.raw.complete) return payload;
  if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding'])
    return payload;
  const body = new PassThrough();
  const arrived = new AbortController();
  body.once('close', () => arrived.abort());
  payload.once('error', (error) => body.destroy(error));
  payload.once('end', () => arrived.abort());
  // Not a pipeline, which would close the connection with the body, before the answer.
  payload.pipe(body);
  clock.sleep(milliseconds, arrived.signal).then(() => {
    if (arrived.signal.aborted) return;
    // What is still to come is not waited for.
    reply.header('connection', 'close');
    body.destroy(new HttpError(408, { error: TOO_SLOW }));
  });
  return body;
}
