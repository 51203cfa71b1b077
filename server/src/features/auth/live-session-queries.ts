import type { Role } from '@pigeonpost/contract/subscription';
import type { Tx } from '../../database/transaction.ts';

/** Which of these sessions still open the product, and the role that their user has now. */
export async function findLiveSessions(
  tx: Tx,
  { ids, now }: { ids: number[]; now: Date },
): Promise<{ id: number; role: Role }[]> {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.role'])
    .where('sessions.id', 'in', ids)
    .where('users.is_active', '=', true)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .execute();
}
