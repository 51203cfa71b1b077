import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Nudges } from '../polls/nudges.ts';
import type { Realtime } from '../realtime.ts';

// An import may take ten minutes, which is too long for an operator to wait: it is rolled back.
const LIMIT_MS = 7_000;
/** Longer than a call's way from a proxy on the same machine or beside it, also if both are busy. */
export const QUIET_MS = 1_000;

interface Needs {
  nudges: Pick<Nudges, 'close'>;
  realtime: Pick<Realtime, 'close'>;
  clock: Pick<Clock, 'sleep'>;
  isBehindProxy: boolean;
}

/**
 * Lets close() end soon and without harm: new connections are refused, live connections are cut, waiting polls and
 * running calls are answered within seven seconds, and then every connection is closed, because browsers keep idle ones
 * open.
 *
 * A proxy may just be sending a call over an open connection. If it were closed at that moment, the call would be lost,
 * because no proxy repeats a POST. So such a call is answered, each answer closes its connection, and the rest are
 * closed only after a while without calls.
 */
export function addGracefulShutdown(app: FastifyInstance, needs: Needs): void {
  const { nudges, realtime, clock, isBehindProxy } = needs;
  let underWay = 0;
  let calls = 0;
  let isClosing = false;
  let tellAnswered = () => {};

  // One for all calls, which may be thousands of polls: a response is closed once.
  const noteClosed = () => {
    underWay--;
    if (underWay === 0) tellAnswered();
  };

  app.addHook('onRequest', async (_request, reply) => {
    calls++;
    underWay++;
    reply.raw.on('close', noteClosed);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Not the server's own close, which ends idle connections at once.
    Server.prototype.close.call(app.server);
    realtime.close();
    nudges.close();
    await Promise.race([untilQuiet(), clock.sleep(LIMIT_MS)]);
  });

  async function untilQuiet(): Promise<void> {
    await untilAnswered();
    for (let before = 0; isBehindProxy && before !== calls; ) {
      before = calls;
      await clock.sleep(QUIET_MS);
      await untilAnswered();
    }
  }

  function untilAnswered(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    tellAnswered = resolve;
    if (underWay === 0) resolve();
    return promise;
  }
}
