const DEADLOCK_DETECTED = '40P01';

/** Does a transaction once more when PostgreSQL chose it as the victim of a deadlock: the other one has gone on. */
export async function retryAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK_DETECTED) throw error;
    return transaction();
  }
}
