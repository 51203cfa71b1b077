import { PAUSED_BY_ACCOUNT } from '@pigeonpost/contract/campaigns';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { campaignTables, totalList } from '../campaigns/campaign-queries.ts';

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

/** A campaign that runs, or that was not paused by a person. */
export interface HeldCampaign {
  user_id: number;
  id: number;
  name: string;
  status: 'running' | 'paused';
  paused_reason: string | null;
  pending: number;
  used: UsedProfiles;
}

const ownedBy = (owner: Owner, column: string): RawBuilder<unknown> =>
  owner === undefined ? sql`` : sql`and ${sql.ref(column)} = ${owner}`;

/** Running campaigns and those not paused by a person, running ones first; `statuses` filters. */
export async function listHeld(
  tx: Tx,
  { owner, statuses, limit }: { owner: Owner; statuses: HeldCampaign['status'][]; limit: number },
): Promise<HeldCampaign[]> {
  const found = await sql<HeldCampaign>`
    select campaigns.user_id, campaigns.id, campaigns.name, campaigns.status, paused_reason, used,
      greatest(0, ${totalList} - total_sent - total_failed) as pending
    from ${campaignTables}, lateral (
      select json_build_object('total', count(*), 'able', count(*) filter (where is_eligible(profiles)),
        'blocked', count(*) filter (where blocked_at is not null),
        'signed_out', count(*) filter (where blocked_at is null and signed_out_at is not null),
        'off', count(*) filter (where blocked_at is null and signed_out_at is null and not is_active)) as used
      from campaign_profiles uses
      join profiles on profiles.user_id = uses.user_id and profiles.id = uses.profile_id and profiles.deleted_at is null
      where uses.user_id = campaigns.user_id and uses.campaign_id = campaigns.id) profiles_of
    where campaigns.deleted_at is null ${ownedBy(owner, 'campaigns.user_id')}
      and campaigns.status = any (${statuses})
      -- Without a reason a person paused it; an account that is switched off has nobody to be told.
      and (campaigns.status = 'running' or paused_reason <> ${PAUSED_BY_ACCOUNT})
    order by campaigns.status desc, campaigns.id desc limit ${sql.lit(limit)}`.execute(tx);
  return found.rows;
}
