import { NAMES_HELD } from '@pigeonpost/contract/account/settings';
import type { Tx } from '../../database/transaction.ts';
import { conflict } from '../../errors.ts';
import { hasUnfinishedCampaign } from './queries.ts';

/**
 * Refuses a change of the kind of names while a campaign is unfinished: 409. Call it under the user lock, so that none
 * can be made until the transaction ends (docs/behaviour.md#names).
 */
export async function guardNames(tx: Tx, user_id: number): Promise<void> {
  if (await hasUnfinishedCampaign(tx, user_id)) throw conflict(NAMES_HELD);
}
