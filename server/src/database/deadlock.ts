const DEADLOCK_DETECTED = '40P01';
const MOST_TRIES = 4;

/** Repeats a transaction that PostgreSQL chose as the victim of a deadlock: the other one has continued each time. */
export async function retryAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || tries === MOST_TRIES) throw error;
    }
  }
}
