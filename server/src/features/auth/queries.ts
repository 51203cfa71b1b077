import type { User } from '@pigeonpost/contract/calls/auth';
import type { Role } from '@pigeonpost/contract/subscription';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Transactions } from '../../database/transactions.ts';

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

export interface StoredSession extends User {
  session_id: number;
  kind: 'login' | 'agent';
  agent_id: number | null;
  last_used_at: string;
  is_active: boolean;
}

/** The account of a name, whatever its case, with what a sign-in is checked against. */
export async function findUserByName(tx: Tx, username: string): Promise<StoredUser | undefined> {
  return tx
    .selectFrom('users')
    .select([...userColumns, 'password_hash', 'is_active'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** Undefined when the name is taken, whatever its case. */
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

/** Gives the user as it is afterwards (docs/behaviour.md#time-zones). */
export async function updateTimeZone(tx: Tx, user_id: number, time_zone: string): Promise<User> {
  return tx
    .updateTable('users')
    .set({ time_zone })
    .where('id', '=', user_id)
    .returning([...userColumns])
    .executeTakeFirstOrThrow();
}

/**
 * Changes a user whose password was checked; undefined when the password changed or the account was disabled since,
 * because the check takes a while and holds no lock.
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

/** Gives a user a new password and ends their requests for one. Whether there is such a user. */
export async function updatePassword(tx: Tx, id: number, password_hash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash, password_reset_requested_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Shows administrators that somebody asked; nothing happens where no account has the name
 * (docs/behaviour.md#password-resets).
 */
export async function markResetRequested(tx: Tx, username: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_reset_requested_at: now })
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .execute();
}

/** Whether PostgreSQL, which counts the days, knows this IANA zone. */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const found = await sql`select from pg_timezone_names where name = ${name}`.execute(tx);
  return found.rows.length > 0;
}

/** Whether an account has the role admin, also one that is disabled (docs/behaviour.md#accounts). */
export async function hasAdmin(tx: Tx): Promise<boolean> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** A browser's session; agents get theirs where they enrol (docs/behaviour.md#sessions). */
export async function insertLoginSession(
  tx: Tx,
  session: {
    user_id: number;
    token_hash: Buffer;
    now: Date;
    expires_at: Date;
    address?: string;
    user_agent?: string;
  },
): Promise<void> {
  const { now, ...rest } = session;
  await tx
    .insertInto('sessions')
    .values({ ...rest, kind: 'login', created_at: now, last_used_at: now })
    .execute();
}

/** One message to the database: every call begins with it. */
export async function findSession(
  { callAsSystem }: Pick<Transactions, 'callAsSystem'>,
  { token_hash, now }: { token_hash: Buffer; now: Date },
): Promise<StoredSession | undefined> {
  return (await callAsSystem<StoredSession | null>('find_session', [token_hash, now])) ?? undefined;
}

/** The role of a caller now; undefined when the session or the account ended while the call waited. */
export async function findCallingRole(
  tx: Tx,
  session: { id: number; user_id: number },
): Promise<Role | undefined> {
  const found = await liveSessions(tx, null)
    .select('users.role')
    .where('sessions.user_id', '=', session.user_id)
    .where('sessions.id', '=', session.id)
    .executeTakeFirst();
  return found?.role;
}

/** Which of these sessions still open the product, and the role that their user has now. */
export async function findLiveSessions(
  tx: Tx,
  { ids, now }: { ids: number[]; now: Date },
): Promise<{ id: number; role: Role }[]> {
  return liveSessions(tx, now)
    .select(['sessions.id', 'users.role'])
    .where('sessions.id', 'in', ids)
    .execute();
}

function liveSessions(tx: Tx, moment: Date | null) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where(sql<boolean>`is_session_live(users.is_active, sessions.expires_at, ${moment})`);
}

/** Notes a session's use and moves its end with it; null has none (docs/behaviour.md#sessions). */
export async function touchSession(
  tx: Tx,
  session: { id: number; now: Date; expires_at: Date | null },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: session.now, expires_at: session.expires_at })
    .where('id', '=', session.id)
    .execute();
}

/** A token of a session that is gone is refused; one of another user is left alone. */
export async function deleteSession(tx: Tx, session: { id: number; user_id: number }): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', session.user_id)
    .where('id', '=', session.id)
    .execute();
}

/** Ends every session and agent token of a user, but for the one that is kept; gives the ids of what ended. */
export async function deleteSessions(
  tx: Tx,
  { user_id, keep }: { user_id: number; keep: number | undefined },
): Promise<number[]> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .$if(keep !== undefined, (sessions) => sessions.where('id', '<>', keep ?? 0))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Deletes ended sessions of all users. Their tokens are refused already: this only makes room. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where(sql<boolean>`not is_session_live(true, expires_at, ${now})`)
    .execute();
}
