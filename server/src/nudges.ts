/** Wakes polls that wait for work, so that they need not query the database over and over. */
export interface Nudges {
  nudge(user_id: number): void;
  /** Resolves at the next nudge of that user, or when the signal is aborted. */
  next(user_id: number, signal: AbortSignal): Promise<void>;
  /** Wakes every poll for good: the server is closing, and a waiting poll would keep it open. */
  close(): void;
  readonly isClosed: boolean;
}

/** Nudges within this process. */
export function createNudges(): Nudges {
  const waiting = new Map<number, Set<() => void>>();
  let isClosed = false;

  return {
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      for (const user_id of [...waiting.keys()]) this.nudge(user_id);
    },
    nudge(user_id) {
      const wakes = waiting.get(user_id);
      waiting.delete(user_id);
      for (const wake of wakes ?? []) wake();
    },
    next(user_id, signal) {
      if (signal.aborted || isClosed) return Promise.resolve();
      return new Promise((resolve) => {
        const wakes = waiting.get(user_id) ?? new Set();
        waiting.set(user_id, wakes.add(wake));
        signal.addEventListener('abort', wake, { once: true });

        function wake() {
          wakes.delete(wake);
          if (wakes.size === 0 && waiting.get(user_id) === wakes) waiting.delete(user_id);
          signal.removeEventListener('abort', wake);
          resolve();
        }
      });
    },
  };
}
