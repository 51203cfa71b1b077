import type { NameKind } from '@pigeonpost/contract/recipients';
import { NAMES_HELD } from '@pigeonpost/contract/settings';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import { conflict } from '../../http/errors.ts';
import { getNameKind, hasUnfinishedCampaign } from './queries.ts';

/**
 * Lets the kind of names be changed only while no campaign is unfinished: 409. Until the transaction ends, none can
 * be made either (docs/behaviour.md#names-of-recipients).
 */
export async function guardNames(
  tx: Tx,
  { user_id, names }: { user_id: number; names: NameKind },
): Promise<void> {
  await lockUser(tx, user_id);
  if ((await getNameKind(tx, user_id)) === names) return;
  if (await hasUnfinishedCampaign(tx, user_id)) throw conflict(NAMES_HELD);
}
