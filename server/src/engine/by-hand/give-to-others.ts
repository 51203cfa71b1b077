import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { NOT_A_FOLLOW_UP } from '@pigeonpost/contract/campaigns/follow-up';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { tellStatus } from '../change-status.ts';
import type { CampaignKey, EngineContext } from '../context.ts';
import { lockEngine } from '../engine-lock.ts';

/**
 * Lets all profiles of a follow-up write to the people of one (docs/engine.md#follow-ups), and gives how many they are.
 * Throws errors for people.
 */
export async function giveToOthers(
  context: EngineContext,
  { profile_id, ...key }: CampaignKey & { profile_id: number },
): Promise<number> {
  const { tx, deps } = context;
  await lockEngine(context, { user_ids: [key.user_id] });
  const campaign = await findCampaign(tx, key, profile_id);
  if (!campaign) throw notFound('Campaign not found');
  if (!campaign.is_follow_up) throw conflict(NOT_A_FOLLOW_UP);
  if (campaign.profile_name === null) throw notFound('Profile not found');
  if (campaign.status === 'completed' || campaign.status === 'failed')
    throw conflict('This campaign has ended.');
  const { user_id, campaign_id } = key;
  const { rows } = await sql<{ given: number }>`
    select give_to_others(${user_id}, ${campaign_id}, ${profile_id}) as given`.execute(tx);
  const given = rows[0]?.given ?? 0;
  // A server of a version before knows of no action for it.
  const action = 'put_back';
  const reason = { kind: 'given_to_all', people: given, profile: campaign.profile_name } as const;
  if (given > 0) await tellStatus(context, key, { status: campaign.status, action, reason });
  deps.nudges.nudge(context, user_id);
  return given;
}

interface FollowUp {
  status: CampaignStatus;
  is_follow_up: boolean;
  /** Null: it does not use the profile. */
  profile_name: string | null;
}

async function findCampaign(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  profile_id: number,
): Promise<FollowUp | undefined> {
  const { rows } = await sql<FollowUp>`
    select status, follows_campaign_id is not null as is_follow_up, (select p.profile_name from campaign_profiles used
      join profiles p on p.user_id = used.user_id and p.id = used.profile_id
      where used.user_id = c.user_id and used.campaign_id = c.id and used.profile_id = ${profile_id}) as profile_name
    from campaigns c
    where c.user_id = ${user_id} and c.id = ${campaign_id} and c.deleted_at is null`.execute(tx);
  return rows[0];
}
