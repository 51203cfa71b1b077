const DEADLOCK_DETECTED = '40P01';

/** Repeats a transaction that PostgreSQL chose as the victim of a deadlock: the other one has continued. */
export async function retryAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK_DETECTED) throw error;
    return transaction();
  }
}
