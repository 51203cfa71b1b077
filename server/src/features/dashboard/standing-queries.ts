import { PAUSED_BY_ACCOUNT } from '@pigeonpost/contract/campaigns';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { campaignTables, totalList } from '../campaigns/campaign-queries.ts';
import { GROUP } from '../campaigns/list-queries.ts';

/** Campaigns of one user, or of all (undefined). */
export type Owner = number | undefined;

/** The profiles of a campaign, as counts. */
export interface UsedProfiles {
  total: number;
  able: number;
  blocked: number;
  signed_out: number;
  off: number;
}

/** A campaign that runs, that was not paused by a person, or whose start is overdue. */
export interface HeldCampaign {
  user_id: number;
  id: number;
  name: string;
  status: 'running' | 'paused' | 'pending';
  paused_reason: string | null;
  start_at: string | null;
  /** Why an overdue one could not start; null: the server was off. */
  start_problem: string | null;
  pending: number;
  used: UsedProfiles;
}

/** A user's running campaigns, overdue ones, and those not paused by a person; of all users only running ones. */
export async function listHeld(
  tx: Tx,
  { owner, limit }: { owner: Owner; limit: number },
): Promise<HeldCampaign[]> {
  const isHeld =
    owner === undefined
      ? sql`campaigns.status = 'running'`
      : // By the index of campaigns under way. Without a reason a person paused it; an account that is switched off has
        // nobody to be told.
        sql`campaigns.user_id = ${owner} and ${GROUP} <= 2
          and (campaigns.status <> 'paused' or paused_reason <> ${PAUSED_BY_ACCOUNT})`;
  const found = await sql<HeldCampaign>`
    select campaigns.user_id, campaigns.id, campaigns.name, campaigns.status, paused_reason, start_at, start_problem, used,
      greatest(0, ${totalList} - total_sent - total_failed) as pending
    from ${campaignTables}, lateral (
      select json_build_object('total', count(*), 'able', count(*) filter (where is_eligible(profiles) and sends_by(campaigns.*, uses)),
        'blocked', count(*) filter (where blocked_at is not null),
        'signed_out', count(*) filter (where blocked_at is null and signed_out_at is not null),
        'off', count(*) filter (where blocked_at is null and signed_out_at is null and not is_active)) as used
      from campaign_profiles uses
      join profiles on profiles.user_id = uses.user_id and profiles.id = uses.profile_id and profiles.deleted_at is null
      where uses.user_id = campaigns.user_id and uses.campaign_id = campaigns.id) profiles_of
    where campaigns.deleted_at is null and ${isHeld}
    order by campaigns.status desc, campaigns.id desc limit ${sql.lit(limit)}`.execute(tx);
  return found.rows;
}
