import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../deps.ts';
import { createListRow } from './rows.ts';

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

/** The same of a campaign that runs, with somebody left in its line, so that it does not end by itself. */
export async function createRunningRow(
  deps: Deps,
  { user_id, ...row }: Omit<CampaignRow, 'status' | 'list_id'>,
): Promise<number> {
  const list_id = await createListRow(deps, { user_id, pending: 1 });
  const id = await createCampaignRow(deps, { ...row, user_id, list_id, status: 'running' });
  await deps.asUser(user_id, async (tx) => {
    const position = 1;
    await tx
      .insertInto('recipients')
      .values({ user_id, list_id, recipient: 'ada', position, created_at: deps.clock.now() })
      .execute();
    await tx.updateTable('campaigns').set({ mark: position }).where('id', '=', id).execute();
  });
  return id;
}
