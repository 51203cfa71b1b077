import { startStopwatch, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';

const LOOK_AGAIN_MS = 1_000;

// PostgreSQL shutting down or starting up, or a connection that broke (its classes 08 and 57P), or was closed because
// its transaction stood still. A name that is not found is a container that stands still, or a name server that does.
const AWAY_CODES =
  /^(?:08...|57P0[1-3]|25P03|53300|ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN))$/;
const AWAY_MESSAGES =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|server closed the connection|not currently accepting connections/i;

/** Whether a statement failed because its database could not be reached, or went away meanwhile. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return AWAY_CODES.test(code ?? '') || AWAY_MESSAGES.test(error.message);
}

/** Tells the log about outages of the database: each one once, and its end. */
export interface OutageWatch {
  /** Rejects when the database does not answer. */
  checkHealth(): Promise<void>;
  /** Says that something failed as if the database were away; whether it is, is looked at. */
  suspectOutage(err: unknown): void;
  close(): void;
}

/** Looks at the database when an outage is suspected, and every second from then on until it answers. */
export function watchOutages({
  checkHealth,
  log,
}: Pick<OutageWatch, 'checkHealth'> & { log: Log }): OutageWatch {
  const closing = new AbortController();
  let isLooking = false;
  const suspectOutage = (err: unknown) => {
    if (isLooking || closing.signal.aborted) return;
    isLooking = true;
    void look(err).finally(() => {
      isLooking = false;
    });
  };

  async function look(err: unknown): Promise<void> {
    const findFailure = () => checkHealth().then(() => undefined, describe);
    const failure = await findFailure();
    if (closing.signal.aborted) return;
    if (failure === undefined)
      return log.warn({ err }, 'A connection to the database broke. The database answers.');
    const elapsed = startStopwatch();
    log.error(
      `The database does not answer: ${failure}. Calls that need it are answered with 503 until it does. Nothing has to be restarted.`,
    );
    do {
      await systemClock.sleep(LOOK_AGAIN_MS, closing.signal);
      if (closing.signal.aborted) return;
    } while ((await findFailure()) !== undefined);
    const seconds = Math.round(elapsed());
    log.info(`The database answers again, after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
  }

  return {
    suspectOutage,
    checkHealth: () =>
      checkHealth().catch((error) => {
        suspectOutage(error);
        throw error;
      }),
    close: () => closing.abort(),
  };
}

/** Where a name has several addresses, the error of all together has no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name);
}
