import type { Tx } from './transaction.ts';

// The two spaces of advisory locks: one lock for each user, one for each list.
const USER_SPACE = 1;
const LIST_SPACE = 2;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Makes this transaction the only engine transaction of that user until it ends (engine.md, idea 3).
 * It must be a statement of its own and come before what it guards: only the next statement's snapshot is
 * younger than the lock.
 */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.client.query({
    name: 'lock-user',
    text: `select pg_advisory_xact_lock(${USER_SPACE}, $1::bigint::int)`,
    values: [userId],
  });
}

/**
 * Holds a list's line: import, add, re-pend and put-back draw positions under it (engine.md, Import and mark).
 * Always before the user lock, never after it.
 */
export async function lockList(tx: Tx, listId: number): Promise<void> {
  await tx.client.query({
    name: 'lock-list',
    text: `select pg_advisory_xact_lock(${LIST_SPACE}, $1::bigint::int)`,
    values: [listId],
  });
}

/** Takes the list's lock if nobody holds it, and says whether it did. It never waits. */
export async function tryLockList(tx: Tx, listId: number): Promise<boolean> {
  const { rows } = await tx.client.query<{ taken: boolean }>({
    name: 'try-lock-list',
    text: `select pg_try_advisory_xact_lock(${LIST_SPACE}, $1::bigint::int) as taken`,
    values: [listId],
  });
  return rows[0]?.taken === true;
}

/**
 * Takes the list's lock, waiting for short work on the list, not for an import: false when that has not ended
 * after so many milliseconds. The transaction can then only be rolled back.
 */
export async function lockListWithin(
  tx: Tx,
  { listId, milliseconds }: { listId: number; milliseconds: number },
): Promise<boolean> {
  await setLockTimeout(tx, milliseconds);
  try {
    await lockList(tx, listId);
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
  await setLockTimeout(tx, 0);
  return true;
}

async function setLockTimeout(tx: Tx, milliseconds: number): Promise<void> {
  await tx.client.query({
    name: 'set-lock-timeout',
    text: `select set_config('lock_timeout', $1, true)`,
    values: [`${milliseconds}ms`],
  });
}
