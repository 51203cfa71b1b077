import type { OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import { PAUSED_BY_ACCOUNT, SITE_UNREACHABLE } from '@pigeonpost/contract/campaigns';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from '../agents/connected.ts';
import { isOpen } from '../agents/window-queries.ts';
import { campaignTables, totalList } from '../campaigns/campaign-queries.ts';
import type { Sender } from '../campaigns/waiting-queries.ts';

/** Campaigns of one user, or of everybody (undefined). */
export type Owner = number | undefined;

/** The profiles of a campaign, in figures. */
export interface UsedProfiles {
  total: number;
  able: number;
  blocked: number;
  signed_out: number;
  off: number;
}

/** A campaign that runs, or that something paused which is no person. */
export interface HeldCampaign {
  user_id: number;
  id: number;
  name: string;
  status: 'running' | 'paused';
  paused_reason: string | null;
  pending: number;
  /** Its last try met a site that was away. */
  is_site_away: boolean;
  used: UsedProfiles;
}

/** A sender, whose campaign it is of, and the window that a person has open of it. */
export interface HeldSender extends Sender, OpenWindow {
  campaign_id: number;
  user_id: number;
  is_any_connected: boolean;
}

const NO_REASON = 'Firefox could not be started.';

const ownedBy = (owner: Owner, column: string): RawBuilder<unknown> =>
  owner === undefined ? sql`` : sql`and ${sql.ref(column)} = ${owner}`;

/** What runs and what was paused by no person, running ones first; `statuses` narrows it. */
export async function listHeld(
  tx: Tx,
  { owner, statuses, limit }: { owner: Owner; statuses: HeldCampaign['status'][]; limit: number },
): Promise<HeldCampaign[]> {
  const found = await sql<HeldCampaign>`
    select campaigns.user_id, campaigns.id, campaigns.name, campaigns.status, paused_reason, used,
      greatest(0, ${totalList} - total_sent - total_failed) as pending,
      coalesce((select message = ${SITE_UNREACHABLE} from campaign_logs l
        where l.user_id = campaigns.user_id and l.campaign_id = campaigns.id order by l.id desc limit 1), false) as is_site_away
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

/** The profiles that may send of all running campaigns, each with its machines: one query, however many run. */
export async function listHeldSenders(
  tx: Tx,
  { owner, now, isPractice }: { owner: Owner; now: Date; isPractice: boolean },
): Promise<HeldSender[]> {
  const since = connectedSince(now);
  const found = await sql<HeldSender>`
    select campaigns.user_id, campaigns.id as campaign_id, profiles.id as profile_id, profile_name, profile_path,
      machine_name, coalesce(last_seen_at > ${since}, false) as is_connected,
      has_driver, has_driver and can_deliver(coalesce(drivers, '{}'), ${isPractice}) as can_deliver,
      ${isOpen} as is_open, is_any_connected,
      case when faulted_at is not null then coalesce(fault_reason, ${NO_REASON}) end as fault_reason
    from campaigns
    join campaign_profiles used on used.user_id = campaigns.user_id and used.campaign_id = campaigns.id
    join profiles on profiles.user_id = used.user_id and profiles.id = used.profile_id
    left join agents on agents.user_id = used.user_id and revoked_at is null
      and (agents.id = profiles.agent_id or is_script and last_seen_at > ${since})
    -- A script says nothing of drivers, and neither has a machine that has not reported yet.
    cross join lateral (
      select coalesce(is_script or firefox is null or drivers <> '{}', true) as has_driver) known
    cross join lateral (
      select exists (select from agents any_agent where any_agent.user_id = campaigns.user_id
        and any_agent.revoked_at is null and any_agent.last_seen_at > ${since}) as is_any_connected) connected
    where campaigns.status = 'running' and campaigns.deleted_at is null ${ownedBy(owner, 'campaigns.user_id')}
      and is_eligible(profiles)
    order by lower(profile_name), profiles.id, is_script`.execute(tx);
  return found.rows;
}
