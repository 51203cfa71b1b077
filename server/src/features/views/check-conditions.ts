import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { Tx } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import { countKnown } from './queries.ts';

/**
 * 404 where a condition asks for a field, a tag or a list that the user does not have, or no longer has
 * (docs/behaviour.md#conditions).
 */
export async function checkConditions(
  tx: Tx,
  { user_id, conditions }: { user_id: number; conditions: readonly Condition[] },
): Promise<void> {
  for (const kind of ['field', 'tag', 'list'] as const) {
    const ids = [...new Set(conditions.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
    if (ids.length > 0 && (await countKnown(tx, { user_id, kind, ids })) < ids.length)
      throw notFound(`This filter asks for a ${kind} that is not there. Take that condition away.`);
  }
}
