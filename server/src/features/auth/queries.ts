import type { SignedInUser, User } from '@pigeonpost/contract/calls/auth';
import type { ZoneOffsets } from '@pigeonpost/contract/local-time';
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
export async function updateTimeZone(tx: Tx, user_id: number, time_zone: string): Promise<SignedInUser> {
  const user = await tx
    .updateTable('users')
    .set({ time_zone })
    .where('id', '=', user_id)
    .returning([...userColumns])
    .executeTakeFirstOrThrow();
  return withOffsets(tx, user);
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

/** Whether the database, by which all days are computed, has this IANA zone (docs/engine.md#time-zones). */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const found = await sql`select from time_zones where name = ${name}`.execute(tx);
  return found.rows.length > 0;
}

/** The user with the offsets of their zone; without any it is UTC. */
export async function withOffsets(tx: Tx, user: User): Promise<SignedInUser> {
  const { rows } = await sql<ZoneOffsets>`
    select array(select (extract(epoch from moment) / 60)::integer from unnest(changes) moment) as changes,
      array(select (extract(epoch from size) / 60)::integer from unnest(ahead) size) as ahead
    from time_zones where name = ${user.time_zone}`.execute(tx);
  const { changes, ahead } = rows[0] ?? { changes: [], ahead: [0] };
  return { ...user, time_zone_offsets: { changes: [...changes], ahead: [...ahead] } };
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
