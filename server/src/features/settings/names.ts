import { NAMES_HELD } from '@pigeonpost/contract/settings';
import type { Tx } from '../../database/transaction.ts';
import { conflict } from '../../errors.ts';
import { hasUnfinishedCampaign } from './queries.ts';

/**
 * Lets the kind of names be changed only while no campaign is unfinished: 409. Call it under the user lock: until the
 * transaction ends, none can be made either (docs/behaviour.md#names).
 */
export async function guardNames(tx: Tx, user_id: number): Promise<void> {
  if (await hasUnfinishedCampaign(tx, user_id)) throw conflict(NAMES_HELD);
}
