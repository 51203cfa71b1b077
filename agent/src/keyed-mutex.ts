/** Runs the jobs of one key one after another, in order; jobs of other keys run beside them. */
export function keyedMutex() {
  const tails = new Map<string, Promise<unknown>>();
  return async function exclusively<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(job, job);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
