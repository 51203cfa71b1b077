import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Nudges } from '../polls/nudges.ts';
import type { Realtime } from '../realtime.ts';
import { HttpError } from './errors.ts';

const ENDING = 'The server is ending. Please try again in a moment.';
const RETRY_SECONDS = 5;
// An import may take ten minutes, and whoever ends the server does not wait so long: it is rolled back.
const LIMIT_MS = 7_000;

/**
 * Lets close() end soon and without harm: live connections are cut, waiting polls answer, calls under way are
 * answered if that takes no longer than seven seconds, new ones refused, and then every connection is closed: a
 * browser keeps some open that say nothing.
 */
export function addGracefulShutdown(
  app: FastifyInstance,
  {
    nudges,
    realtime,
    clock,
  }: { nudges: Pick<Nudges, 'close'>; realtime: Pick<Realtime, 'close'>; clock: Pick<Clock, 'sleep'> },
): void {
  let underWay = 0;
  const allAnswered = Promise.withResolvers<void>();
  let isClosing = false;

  // One for all calls, which may be thousands of polls: a response is closed once.
  const noteClosed = () => {
    underWay--;
    if (isClosing && underWay === 0) allAnswered.resolve();
  };

  app.addHook('onRequest', async (_request, reply) => {
    if (isClosing) throw new HttpError(503, { error: ENDING }, RETRY_SECONDS);
    underWay++;
    reply.raw.on('close', noteClosed);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    realtime.close();
    nudges.close();
    if (underWay > 0) await Promise.race([allAnswered.promise, clock.sleep(LIMIT_MS)]);
  });
}
