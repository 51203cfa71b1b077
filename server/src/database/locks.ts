import { LIST_BUSY } from '@pigeonpost/contract/lists';
import { conflict } from '../errors.ts';
import type { ListenerConnection } from './listener.ts';
import { LOCK_TIMEOUT_MS, TIMED_OUT } from './timeouts.ts';
import type { Tx } from './transaction.ts';

// The spaces of advisory locks: one lock for each list, each name and address of a sign-in, each user's import, notes,
// plan and filter, each sender and address of confirmations, one for all changes of accounts, one for the timers, and one for
// what they notify of. 1 is that of users (lock-users.sql), 8 that
// of versions (functions.ts).
const LIST_SPACE = 2;
const SIGN_IN_NAME_SPACE = 3;
const SIGN_IN_ADDRESS_SPACE = 4;
const IMPORT_SPACE = 5;
const ACCOUNTS_SPACE = 6;
const TIMERS_SPACE = 7;
const NOTES_SPACE = 9;
const PLAN_SPACE = 10;
const FILTER_SPACE = 11;
const MAIL_SPACE = 12;
const WATCH_SPACE = 13;
// A lock's key is a 32-bit number. A larger id shares the lock of another one.
const KEYS = 2 ** 31;
const ID = `$1::bigint % ${KEYS}`;
const KEY = `(${ID})::int`;

const LIST_WAIT_MS = 2_000;
/**
 * Makes this transaction the only engine transaction of that user until it ends (docs/engine.md#locks). It must be a
 * statement of its own, before the statements that it guards: only their snapshots are younger than the lock.
 */
export async function lockUser(tx: Tx, user_id: number): Promise<void> {
  await tx.query(`select lock_users(array[${ID}], null)`, [user_id]);
}

/** Makes this transaction the only one in which an administrator changes accounts. Always before the user lock. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${ACCOUNTS_SPACE}, 0)`);
}

/** Makes this transaction the only one that looks for what users are told of by a timer: nothing is told twice. */
export async function lockWatch(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${WATCH_SPACE}, 0)`);
}

/**
 * Locks a list's line: every transaction that draws a position takes this lock first (docs/engine.md#import-and-mark).
 * Always before the user lock, never after it.
 */
export async function lockList(tx: Tx, list_id: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LIST_SPACE}, ${KEY})`, [list_id]);
}

/** Takes the list's lock if it is free, and returns whether it did. It never waits. */
export async function tryLockList(tx: Tx, list_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${LIST_SPACE}, ${KEY}) as taken`,
    [list_id],
  );
  return rows[0]?.taken === true;
}

/**
 * Makes this transaction the only import of that user until it ends, across processes; false if there is another one.
 * It never waits; after a crash PostgreSQL frees the lock.
 */
export async function tryLockImport(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${IMPORT_SPACE}, ${KEY}) as taken`,
    [user_id],
  );
  return rows[0]?.taken === true;
}

/**
 * Takes the same lock beside others that share it, and returns whether it did: false while an import or another change
 * of many people has it. It never waits.
 */
export async function tryShareImport(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${IMPORT_SPACE}, ${KEY}) as taken`,
    [user_id],
  );
  return rows[0]?.taken === true;
}

/**
 * Tells of a list whether an import or another change of many people of that user has its line now. It takes no lock:
 * work on a list that lasts a moment is passed over, and what it tells may be over by the next statement.
 */
export async function listsOfImport(tx: Tx, user_id: number): Promise<(list_id: number) => boolean> {
  const { rows } = await tx.query<{ key: number }>(
    `select line.objid::bigint as key from pg_locks import
     join pg_locks line on line.pid = import.pid and line.database = import.database and line.granted
       and line.locktype = 'advisory' and line.classid = ${LIST_SPACE} and line.objsubid = 2
     where import.locktype = 'advisory' and import.classid = ${IMPORT_SPACE} and import.objid::bigint = ${ID}
       and import.objsubid = 2 and import.granted
       and import.database = (select oid from pg_database where datname = current_database())`,
    [user_id],
  );
  const keys = new Set(rows.map(({ key }) => key));
  return (list_id) => keys.has(list_id % KEYS);
}

/** Makes this transaction the only one that adds notes to people of that user until it ends. Always before the user lock. */
export async function lockNotes(tx: Tx, user_id: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${NOTES_SPACE}, ${KEY})`, [user_id]);
}

/** Makes this transaction the only plan of that user until it ends, across processes; false if there is another one. */
export async function tryLockPlan(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${PLAN_SPACE}, ${KEY}) as taken`,
    [user_id],
  );
  return rows[0]?.taken === true;
}

/** Makes this transaction the only one of that user that filters a list until it ends: each reads all of a list. */
export async function lockFilter(tx: Tx, user_id: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${FILTER_SPACE}, ${KEY})`, [user_id]);
}

/** Takes the one lock of the timers until that connection ends; false while another server has it. */
export async function tryLockTimers(connection: ListenerConnection): Promise<boolean> {
  const { rows } = await connection.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${TIMERS_SPACE}, 0) as taken`,
  );
  return rows[0]?.taken === true;
}

/** Takes the list's lock, or refuses the call at once. */
export async function lockListNow(tx: Tx, list_id: number): Promise<void> {
  if (!(await tryLockList(tx, list_id))) throw conflict(LIST_BUSY);
}

/** Takes the list's lock, waiting for short work on the list, but not for an import: then it refuses the call. */
export async function lockListSoon(tx: Tx, list_id: number): Promise<void> {
  await setLockTimeout(tx, LIST_WAIT_MS);
  await lockList(tx, list_id).catch((error) => {
    throw error.code === TIMED_OUT.lock ? conflict(LIST_BUSY) : error;
  });
  await setLockTimeout(tx, LOCK_TIMEOUT_MS);
}

/**
 * Makes this transaction the only one that counts sign-ins of that name (null: of none) and address until it ends.
 * Names come before addresses everywhere, so that no two wait for each other.
 */
export async function lockSignIns(
  tx: Tx,
  { username, address }: { username: string | null; address: string },
): Promise<void> {
  const lock = (space: number, text: string) =>
    tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [space, text]);
  if (username !== null) await lock(SIGN_IN_NAME_SPACE, username.toLowerCase());
  await lock(SIGN_IN_ADDRESS_SPACE, address);
}

/** Makes this transaction the only one that mails a confirmation for this user, or to this address. */
export async function lockConfirmations(
  tx: Tx,
  { user_id, address }: { user_id: number; address: string },
): Promise<void> {
  for (const key of [`${user_id}`, address.toLowerCase()])
    await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [MAIL_SPACE, key]);
}

async function setLockTimeout(tx: Tx, milliseconds: number): Promise<void> {
  await tx.query(`select set_config('lock_timeout', $1, true)`, [`${milliseconds}ms`]);
}
