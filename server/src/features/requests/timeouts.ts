const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

// A person waits on the page of an unread check; the other requests follow a single click.
const WAITING_MS = 60 * SECOND_MS;
const UNREAD_WAITING_MS = 5 * MINUTE_MS;
/** How long a request may wait for an agent. */
export const REQUEST_SECONDS = { usual: WAITING_MS / SECOND_MS, unread: UNREAD_WAITING_MS / SECOND_MS };
const SILENCE_MS = 10 * MINUTE_MS;
const KEPT_MS = 10 * MINUTE_MS;

/** The times that decide how long a request may wait (docs/behaviour.md#requests). */
interface RequestTimeouts {
  /** A request that was made by then and still waits for an agent has failed. */
  waitingSince: Date;
  /** The same for an unread check. */
  unreadWaitingSince: Date;
  /** A running request without progress after this has failed. */
  silentSince: Date;
  /** A request that ended by then may be cleaned up. */
  finishedBefore: Date;
}

/** As they are at a moment of the injected clock. */
export function timeoutsAt(now: Date): RequestTimeouts {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return {
    waitingSince: ago(WAITING_MS),
    unreadWaitingSince: ago(UNREAD_WAITING_MS),
    silentSince: ago(SILENCE_MS),
    finishedBefore: ago(KEPT_MS),
  };
}
