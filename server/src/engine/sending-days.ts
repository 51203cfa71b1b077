import type { Tx } from '../database/transaction.ts';

/**
 * Forgets how many messages of a campaign, or with campaign 0 of the account, were begun, because its cap a day is
 * removed: one that is set later begins with what the day's numbers know (docs/behaviour.md#caps).
 */
export async function forgetSendingDay(
  tx: Tx,
  { user_id, campaign_id }: { user_id: number; campaign_id: number },
): Promise<void> {
  await tx
    .deleteFrom('sending_days')
    .where('user_id', '=', user_id)
    .where('campaign_id', '=', campaign_id)
    .execute();
}
