import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { campaignTables, totalList } from '../campaign-queries.ts';

/** Whose other campaigns are asked for. */
export interface AskedFor {
  user_id: number;
  /** The forecast's own campaign; 0: it is not made yet. */
  campaign_id: number;
  /** The profiles that another campaign may use meanwhile: none of a running one. */
  ids: number[];
  /** Whether the account has a cap, from which all of its campaigns take. */
  has_cap: boolean;
  now: Date;
}

/** A campaign that runs, is paused, or starts by itself. */
export interface Other {
  id: number;
  name: string;
  is_paused: boolean;
  start_at: string | null;
  people: number;
}

/** Those that share the account's cap, if it has one, or one of these profiles: running ones first. */
export async function listOthers(
  tx: Tx,
  { user_id, campaign_id, ids, has_cap, now }: AskedFor,
): Promise<Other[]> {
  const sharesProfile = sql`exists (select from campaign_profiles used where used.user_id = campaigns.user_id
    and used.campaign_id = campaigns.id and used.profile_id = any (${ids}::bigint[]))`;
  const { rows } = await sql<Other>`
    select campaigns.id, campaigns.name, campaigns.status = 'paused' as is_paused,
      case when campaigns.status = 'pending' then start_at
        when is_counting_down(countdown_until, ${now}) then countdown_until end as start_at,
      greatest(0, ${totalList} - total_sent - total_failed) as people
    from ${campaignTables}
    where campaigns.user_id = ${user_id} and campaigns.id <> ${campaign_id} and campaigns.deleted_at is null
      and (campaigns.status in ('running', 'paused')
        or campaigns.status = 'pending' and start_at is not null and not is_overdue)
      and (${has_cap} or ${sharesProfile})
    order by campaigns.status <> 'running', campaigns.start_at, campaigns.id`.execute(tx);
  return rows;
}
