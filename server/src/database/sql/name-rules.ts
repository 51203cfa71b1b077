import { type NameRules, nameRules } from '@pigeonpost/contract/names/name-form';
import type { Tx } from '../transaction.ts';

/** How a user's recipients are named (docs/behaviour.md#one-form-of-a-name). */
export async function getNameRules(tx: Tx, user_id: number): Promise<NameRules> {
  const { names, site } = await tx
    .selectFrom('settings')
    .select(['names', 'site'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return nameRules(names, site);
}
