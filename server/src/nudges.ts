/** Wakes polls that wait for work, so that nobody has to ask the database again and again. */
export interface Nudges {
  nudge(userId: number): void;
  /** Resolves at the next nudge of that user, or when the signal is aborted. */
  next(userId: number, signal: AbortSignal): Promise<void>;
  /** Wakes everybody for the last time: the server is closing, and a poll that goes on would keep it open. */
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
      for (const userId of [...waiting.keys()]) this.nudge(userId);
    },
    nudge(userId) {
      const wakes = waiting.get(userId);
      waiting.delete(userId);
      for (const wake of wakes ?? []) wake();
    },
    next(userId, signal) {
      if (signal.aborted || isClosed) return Promise.resolve();
      return new Promise((resolve) => {
        const wakes = waiting.get(userId) ?? new Set();
        waiting.set(userId, wakes.add(wake));
        signal.addEventListener('abort', wake, { once: true });

        function wake() {
          wakes.delete(wake);
          if (wakes.size === 0 && waiting.get(userId) === wakes) waiting.delete(userId);
          signal.removeEventListener('abort', wake);
          resolve();
        }
      });
    },
  };
}
