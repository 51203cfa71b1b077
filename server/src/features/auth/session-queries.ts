import type { Session } from '@pigeonpost/contract/calls/auth';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

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

/** Ends one of them, or without an id all; gives the ids of what ended. */
export async function deleteLoginSessions(
  tx: Tx,
  { user_id, id }: { user_id: number; id?: number },
): Promise<number[]> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', user_id).where('kind', '=', 'login');
  if (id !== undefined) sessions = sessions.where('id', '=', id);
  const ended = await sessions.returning('id').execute();
  return ended.map((session) => session.id);
}
