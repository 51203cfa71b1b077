import type { Role } from '@pigeonpost/contract/account/subscription';
import type { Session, User } from '@pigeonpost/contract/calls/auth';
import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import type { Transactions } from '../database/transactions.ts';

export interface StoredSession extends User {
  session_id: number;
  kind: 'login' | 'agent';
  agent_id: number | null;
  last_used_at: string;
  is_active: boolean;
}

const LOGIN_SESSIONS_MAX = 100;

/**
 * A browser's session; agents get theirs when they enrol (docs/behaviour.md#sessions). Beyond a hundred the ones that
 * were not used for longest end; returns the ids of these. Exact only under a lock of the user's row.
 */
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
): Promise<number[]> {
  const { now, ...rest } = session;
  await tx
    .insertInto('sessions')
    .values({ ...rest, kind: 'login', created_at: now, last_used_at: now })
    .execute();
  const beyond = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where('kind', '=', 'login')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(LOGIN_SESSIONS_MAX);
  const ended = await tx.deleteFrom('sessions').where('id', 'in', beyond).returning('id').execute();
  return ended.map(({ id }) => id);
}

/** One message to the database, because every call begins with it. */
export async function findSession(
  { callAsSystem }: Pick<Transactions, 'callAsSystem'>,
  { token_hash, now }: { token_hash: Buffer; now: Date },
): Promise<StoredSession | undefined> {
  return (await callAsSystem<StoredSession | null>('find_session', [token_hash, now])) ?? undefined;
}

/** The present role of a caller; undefined if the session or the account ended while the call waited. */
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

/** The sessions among these that are still valid, with the present role of their user. */
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

/** Notes a browser's use of its session, and moves its end (docs/behaviour.md#sessions). */
export async function touchSession(
  tx: Tx,
  session: { id: number; now: Date; expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: session.now, expires_at: session.expires_at })
    .where('id', '=', session.id)
    .execute();
}

/** A token of a deleted session is refused; a session of another user is not touched. */
export async function deleteSession(tx: Tx, session: { id: number; user_id: number }): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', session.user_id)
    .where('id', '=', session.id)
    .execute();
}

/** Ends every session and agent token of a user, except the kept one; returns the ids of the ended ones. */
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

/** Deletes ended sessions of all users. Their tokens are refused already, so this only frees space. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where(sql<boolean>`not is_session_live(true, expires_at, ${now})`)
    .execute();
}

/** The browsers in which a user is signed in, the last used first. */
export async function listLoginSessions(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<Omit<Session, 'is_current'>[]> {
  return tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'login')
    .where(sql<boolean>`is_session_live(true, expires_at, ${now})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one of them, or all without an id; returns the ids of the ended ones. */
export async function deleteLoginSessions(
  tx: Tx,
  { user_id, id }: { user_id: number; id?: number },
): Promise<number[]> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', user_id).where('kind', '=', 'login');
  if (id !== undefined) sessions = sessions.where('id', '=', id);
  const ended = await sessions.returning('id').execute();
  return ended.map((session) => session.id);
}
