import { randomUUID } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';

/**
 * Wakes polls that wait for work, so that they need not query the database repeatedly, and invalidates caches about a
 * user: at this server directly, at others by a notification with the commit (docs/engine.md#waiting-for-work,
 * docs/scaling.md#what-servers-tell-each-other).
 */
export interface Nudges {
  /** Wakes that user's polls, at every server, once the transaction is committed. */
  nudge(during: { tx: Pick<Tx, 'notify'>; afterCommit: AfterCommit }, user_id: number): void;
  /** Calls back at the next nudge of that user. */
  listen(user_id: number, heard: () => void): void;
  /** Removes the callback. */
  stopListening(user_id: number, heard: () => void): void;
  /** The number of nudges that this server has heard. */
  readonly count: number;
  /** Whether that user was nudged since there were so many: what was learned then may have changed. */
  isNudgedSince(user_id: number, count: number): boolean;
  /** Takes what came on `NUDGES_CHANNEL`. */
  hear(payload: string): void;
  /** Wakes every poll of this server, because a nudge of another one may have been missed. */
  wakeAll(): void;
  /** Wakes every poll of this server for good: it is closing, and a waiting poll would keep it open. */
  close(): void;
  readonly isClosed: boolean;
  /** The number of polls that wait at this server. */
  readonly waiting: number;
}

export const NUDGES_CHANNEL = 'pigeonpost_nudges';

/** One for a process. */
export function createNudges(): Nudges {
  // This server has handled its own nudges already.
  const origin = randomUUID();
  const waiting = new Map<number, Set<() => void>>();
  const lastOf = new Map<number, number>();
  let lastOfAll = 0;
  let count = 0;
  let isClosed = false;

  function wake(user_id: number): void {
    count += 1;
    lastOf.set(user_id, count);
    wakePolls(user_id);
  }

  function wakePolls(user_id: number): void {
    const wakes = waiting.get(user_id);
    waiting.delete(user_id);
    for (const wakeOne of wakes ?? []) wakeOne();
  }

  function wakeAll(): void {
    count += 1;
    lastOfAll = count;
    lastOf.clear();
    for (const user_id of [...waiting.keys()]) wakePolls(user_id);
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
    get count() {
      return count;
    },
    isNudgedSince: (user_id, before) => (lastOf.get(user_id) ?? lastOfAll) > before,
    nudge({ tx, afterCommit }, user_id) {
      tx.notify(NUDGES_CHANNEL, `${origin} ${user_id}`);
      afterCommit(() => wake(user_id));
    },
    hear(payload) {
      const [from, user_id] = payload.split(' ');
      if (from !== origin) wake(Number(user_id));
    },
    listen(user_id, heard) {
      const wakes = waiting.get(user_id) ?? new Set();
      waiting.set(user_id, wakes.add(heard));
    },
    stopListening(user_id, heard) {
      const wakes = waiting.get(user_id);
      wakes?.delete(heard);
      if (wakes?.size === 0) waiting.delete(user_id);
    },
  };
}
