import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../deps.ts';

interface CampaignRow {
  user_id: number;
  name?: string;
  status: CampaignStatus;
  message_template_id?: number;
  list_id?: number;
  profile_ids?: number[];
}

/** A campaign in any status, written directly to the database; returns its id. */
export async function createCampaignRow(deps: Deps, row: CampaignRow): Promise<number> {
  const { name = 'Spring', status, user_id, message_template_id = null, list_id = null } = row;
  return deps.asUser(user_id, async (tx) => {
    const { id } = await tx
      .insertInto('campaigns')
      .values({
        user_id,
        name,
        status,
        message_template_id,
        list_id,
        template_name: 'Hello',
        template_content: 'Hello {username}',
        list_name: 'People',
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('campaign_progress').values({ user_id, campaign_id: id }).execute();
    for (const profile_id of row.profile_ids ?? []) {
      await tx.insertInto('campaign_profiles').values({ user_id, campaign_id: id, profile_id }).execute();
    }
    return id;
  });
}
