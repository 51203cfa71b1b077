import { LAST_CAMPAIGN_ID } from '@pigeonpost/contract/tests';
import type { EngineContext } from './context.ts';

/**
 * Tells browsers of the campaigns at work that use some of these profiles, or without ids of all that a user has:
 * what they wait for may have changed (docs/behaviour.md#standstills).
 */
export async function announceCampaigns(
  { tx, afterCommit, deps }: EngineContext,
  { user_id, profile_ids }: { user_id: number; profile_ids?: number[] },
): Promise<void> {
  let atWork = tx
    .selectFrom('campaigns')
    .select(['id', 'status'])
    .where('user_id', '=', user_id)
    .where('status', 'in', ['running', 'paused'])
    .where('deleted_at', 'is', null)
    .where('id', '<=', LAST_CAMPAIGN_ID);
  if (profile_ids) {
    const ids = profile_ids;
    atWork = atWork.where('id', 'in', ({ selectFrom }) =>
      selectFrom('campaign_profiles')
        .select('campaign_id')
        .where('campaign_profiles.user_id', '=', user_id)
        .where('profile_id', 'in', ids),
    );
  }
  const campaigns = await atWork.execute();
  afterCommit(() => {
    for (const { id, status } of campaigns)
      deps.publish(user_id, 'campaign_update', { campaign_id: id, status });
  });
}
