import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Nudges } from '../polls/nudges.ts';
import type { Realtime } from '../realtime.ts';

// An import may take ten minutes, and whoever ends the server does not wait so long: it is rolled back.
const LIMIT_MS = 7_000;
/** Longer than a call is on its way from a proxy on the same machine or beside it, also where both are busy. */
export const QUIET_MS = 1_000;

interface Needs {
  nudges: Pick<Nudges, 'close'>;
  realtime: Pick<Realtime, 'close'>;
  clock: Pick<Clock, 'sleep'>;
  isBehindProxy: boolean;
}

/**
 * Lets close() end soon and without harm: nobody can connect any more, live connections are cut, waiting polls answer,
 * calls under way are answered if that takes no longer than seven seconds, and then every connection is closed: a
 * browser keeps some open that say nothing.
 *
 * A proxy may just be sending a call over one that it keeps open. Closed at that moment, the call would be lost, for no
 * proxy sends a POST again. So it is answered as before, each answer takes its connection along, and the rest are closed
 * only once nothing has come for a while.
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
    // Not the server's own close, which ends the connections that say nothing at this moment.
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
