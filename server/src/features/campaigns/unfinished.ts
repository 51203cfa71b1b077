import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

type Used = { message_template_id: number } | { list_id: number } | { profile_id: number };

/** The name of a pending, running or paused campaign that uses this template, list or profile. */
export async function findUnfinishedCampaign(
  tx: Tx,
  { user_id, ...used }: Used & { user_id: number },
): Promise<string | undefined> {
  let campaigns = tx
    .selectFrom('campaigns')
    .select('name')
    .where('user_id', '=', user_id)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .where('deleted_at', 'is', null);
  if ('message_template_id' in used) {
    campaigns = campaigns.where('message_template_id', '=', used.message_template_id);
  } else if ('list_id' in used) {
    campaigns = campaigns.where('list_id', '=', used.list_id);
  } else {
    campaigns = campaigns.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaign_profiles')
          .select(sql`1`.as('one'))
          .whereRef('campaign_profiles.user_id', '=', 'campaigns.user_id')
          .whereRef('campaign_profiles.campaign_id', '=', 'campaigns.id')
          .where('profile_id', '=', used.profile_id),
      ),
    );
  }
  return (await campaigns.orderBy('id').limit(1).executeTakeFirst())?.name;
}

/** Why something that a campaign still needs is not deleted (docs/behaviour.md#deletions). */
export function stillUsedText(thing: 'template' | 'list' | 'profile', campaign: string): string {
  return `This ${thing} is used by the campaign "${campaign}". Stop or delete that campaign first.`;
}
