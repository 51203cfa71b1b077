const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

// An unread check is asked for by somebody who waits on its page; the others answer a click.
const WAITING_MS = 60 * SECOND_MS;
const UNREAD_WAITING_MS = 5 * MINUTE_MS;
const SILENCE_MS = 10 * MINUTE_MS;
const KEPT_MS = 10 * MINUTE_MS;

/** The moments that decide how long a request is waited for (3-decisions, Requests). */
export interface Patience {
  /** A request that still waits for an agent and is not younger than this is over. */
  waitingSince: Date;
  /** The same for an unread check. */
  unreadWaitingSince: Date;
  /** A request at work that gave no sign of life after this is over. */
  silentSince: Date;
  /** A request that ended no later than this may be cleaned up. */
  finishedBefore: Date;
}

export function patienceAt(now: Date): Patience {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return {
    waitingSince: ago(WAITING_MS),
    unreadWaitingSince: ago(UNREAD_WAITING_MS),
    silentSince: ago(SILENCE_MS),
    finishedBefore: ago(KEPT_MS),
  };
}
