import { randomUUID } from 'node:crypto';
import type { Tx } from './database/transaction.ts';
import type { AfterCommit } from './database/transactions.ts';

/**
 * Wakes polls that wait for work, so that they need not query the database over and over: those of this server
 * directly, those of others by a notification that leaves with the commit (docs/engine.md#waiting-for-work).
 */
export interface Nudges {
  /** Wakes that user's polls, at every server, once the transaction is committed. */
  nudge(during: { tx: Pick<Tx, 'notify'>; afterCommit: AfterCommit }, user_id: number): void;
  /** Resolves at the next nudge of that user, or when the signal is aborted. */
  next(user_id: number, signal: AbortSignal): Promise<void>;
  /** Takes what came on `NUDGES_CHANNEL`. */
  hear(payload: string): void;
  /** Wakes every poll of this server: a nudge of another one may have been missed. */
  wakeAll(): void;
  /** Wakes every poll of this server for good: it is closing, and a waiting poll would keep it open. */
  close(): void;
  readonly isClosed: boolean;
  /** How many polls wait at this server. */
  readonly waiting: number;
}

export const NUDGES_CHANNEL = 'pigeonpost_nudges';

export function createNudges(): Nudges {
  // What this server told itself it has done already.
  const origin = randomUUID();
  const waiting = new Map<number, Set<() => void>>();
  let isClosed = false;

  function wake(user_id: number): void {
    const wakes = waiting.get(user_id);
    waiting.delete(user_id);
    for (const wakeOne of wakes ?? []) wakeOne();
  }

  function wakeAll(): void {
    for (const user_id of [...waiting.keys()]) wake(user_id);
  }

  return {
    get isClosed() {
      return isClosed;
    },
    get waiting() {
      return [...waiting.values()].reduce((sum, { size }) => sum + size, 0);
    },
    wakeAll,
    close() {
      isClosed = true;
      wakeAll();
    },
    nudge({ tx, afterCommit }, user_id) {
      tx.notify(NUDGES_CHANNEL, `${origin} ${user_id}`);
      afterCommit(() => wake(user_id));
    },
    hear(payload) {
      const [from, user_id] = payload.split(' ');
      if (from !== origin) wake(Number(user_id));
    },
    next(user_id, signal) {
      if (signal.aborted || isClosed) return Promise.resolve();
      return new Promise((resolve) => {
        const wakes = waiting.get(user_id) ?? new Set();
        waiting.set(user_id, wakes.add(wakeOne));
        signal.addEventListener('abort', wakeOne, { once: true });

        function wakeOne() {
          wakes.delete(wakeOne);
          if (wakes.size === 0 && waiting.get(user_id) === wakes) waiting.delete(user_id);
          signal.removeEventListener('abort', wakeOne);
          resolve();
        }
      });
    },
  };
}
