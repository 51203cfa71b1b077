import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as letItArrive } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';

/**
 * Returns the body to read. One that does not arrive in time is answered 408: otherwise a caller could hold a
 * connection, and the calls that wait for it, by sending a byte now and then.
 */
export async function limitBodyTime(
  { request, reply, payload }: { request: FastifyRequest; reply: FastifyReply; payload: Readable },
  { clock, milliseconds }: { clock: Clock; milliseconds: number },
): Promise<Readable> {
  const { headers, raw } = request;
  if (headers['content-length'] === undefined && !headers['transfer-encoding']) return payload;
  // Most bodies arrive together with the headers, so there is nothing to wait for.
  if (!raw.complete) await letItArrive();
  if (raw.complete) return payload;
  const body = new PassThrough();
  const arrived = new AbortController();
  body.once('close', () => arrived.abort());
  payload.once('error', (error) => body.destroy(error));
  payload.once('end', () => arrived.abort());
  // Not a pipeline, which would close the connection with the body, before the answer.
  payload.pipe(body);
  clock.sleep(milliseconds, arrived.signal).then(() => {
    if (arrived.signal.aborted) return;
    // The rest of the body is not awaited.
    reply.header('connection', 'close');
    body.destroy(Object.assign(new Error('The body was too slow.'), { statusCode: 408 }));
  });
  return body;
}
