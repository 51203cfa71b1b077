import { startStopwatch, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';

const LOOK_AGAIN_MS = 1_000;

// PostgreSQL is shutting down or starting up, or the connection broke (classes 08 and 57P), or was closed because its
// transaction was idle. An unknown host name is a stopped container or name server.
const AWAY_CODES =
  /^(?:08...|57P0[1-3]|25P03|53300|ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN))$/;
const AWAY_MESSAGES =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect|server closed the connection|not currently accepting connections/i;

const DISK_FULL = '53100';

/** Whether a statement failed because its database could not be reached, or went away meanwhile. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return AWAY_CODES.test(code ?? '') || AWAY_MESSAGES.test(error.message);
}

/** Whether PostgreSQL refused a statement because its disk is full; its transaction is rolled back. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === DISK_FULL;
}

/** Logs outages of the database: each one once, and its end. */
export interface OutageWatch {
  /** Rejects if the database does not answer. */
  checkHealth(): Promise<void>;
  /** Reports an error that may be an outage, which is then checked. */
  suspectOutage(err: unknown): void;
  close(): void;
}

/** Checks the database when an outage is suspected, and every second from then on until it answers. */
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

/** For a name with several addresses, the combined error has no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message || (error.code ?? error.name);
}
