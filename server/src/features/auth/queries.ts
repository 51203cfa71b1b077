import type { User } from '@pigeonpost/contract/calls/auth';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

const userColumns = [
  'users.id',
  'users.username',
  'users.role',
  'users.pack',
  'users.subscription_end_date',
  'users.time_zone',
  'users.created_at',
  'users.last_login',
] as const;

export interface StoredUser extends User {
  password_hash: string;
  is_active: boolean;
}

/** The account of a name in any case, with the fields that a sign-in checks. */
export async function findUserByName(tx: Tx, username: string): Promise<StoredUser | undefined> {
  return tx
    .selectFrom('users')
    .select([...userColumns, 'password_hash', 'is_active'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** Undefined if the name is taken, in any case. */
export async function insertUser(
  tx: Tx,
  user: {
    username: string;
    password_hash: string;
    role: User['role'];
    pack: User['pack'];
    subscription_end_date: Date | string | null;
    time_zone: string;
    created_at: Date;
  },
): Promise<User | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning([...userColumns])
    .executeTakeFirst();
}

/** Returns the updated user (docs/behaviour.md#time-zones). */
export async function updateTimeZone(tx: Tx, user_id: number, time_zone: string): Promise<User> {
  return tx
    .updateTable('users')
    .set({ time_zone })
    .where('id', '=', user_id)
    .returning([...userColumns])
    .executeTakeFirstOrThrow();
}

/**
 * Changes a user whose password was checked; undefined if the password changed or the account was disabled since,
 * because the check takes a while without a lock.
 */
export async function updateCheckedUser(
  tx: Tx,
  checked: { id: number; password_hash: string },
  change: {
    last_login?: Date;
    time_zone?: string;
    password_hash?: string;
    password_reset_requested_at: null;
  },
): Promise<User | undefined> {
  return tx
    .updateTable('users')
    .set(change)
    .where('id', '=', checked.id)
    .where('password_hash', '=', checked.password_hash)
    .where('is_active', '=', true)
    .returning([...userColumns])
    .executeTakeFirst();
}

/** Sets a user's password and ends their requests for one. Returns whether the user exists. */
export async function updatePassword(tx: Tx, id: number, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash, password_reset_requested_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks a password request for administrators; does nothing if no account has the name
 * (docs/behaviour.md#password-resets).
 */
export async function markResetRequested(tx: Tx, username: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_reset_requested_at: now })
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .execute();
}

/** Whether PostgreSQL, which computes the days, knows this IANA zone. */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const found = await sql`select from pg_timezone_names where name = ${name}`.execute(tx);
  return found.rows.length > 0;
}

/** Whether there is an administrator, also a disabled one (docs/behaviour.md#accounts). */
export async function hasAdmin(tx: Tx): Promise<boolean> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
