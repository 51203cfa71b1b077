import type { ProfileBulkAction } from '@pigeonpost/contract/profiles';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { resumedAt } from './queries.ts';

interface Wanted {
  user_id: number;
  ids: number[];
}

/** Does one action for many profiles; returns how many changed. Call it under the user lock. */
export async function changeProfiles(
  tx: Tx,
  { user_id, ids, action, now }: Wanted & { action: ProfileBulkAction; now: Date },
): Promise<number> {
  const change = tx
    .updateTable('profiles')
    .where('user_id', '=', user_id)
    .where(sql<SqlBool>`id = any (${ids}::bigint[])`)
    .where('deleted_at', 'is', null);
  const changing =
    action === 'resume'
      ? change
          .set(resumedAt(now))
          .where(
            sql<SqlBool>`(blocked_at is not null or signed_out_at is not null or fault_until is not null)`,
          )
      : change.set({ is_active: action === 'switch_on' }).where('is_active', '=', action === 'switch_off');
  const { numUpdatedRows } = await changing.executeTakeFirst();
  return Number(numUpdatedRows);
}
