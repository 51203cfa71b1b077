import type { Availability } from '@pigeonpost/contract/calls/profiles';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { foundProfiles } from './queries.ts';
import { runningCampaignOfProfile } from './state-queries.ts';

/**
 * The number of profiles within a search that a new campaign may use, and of the others by the first reason that keeps
 * them.
 */
export async function countAvailability(
  tx: Tx,
  search: { user_id: number; search: string | undefined },
): Promise<Availability> {
  const rows = await foundProfiles(tx, search)
    .select([
      sql<keyof Availability>`case when not profiles.is_active then 'off'
        when ${runningCampaignOfProfile} is not null then 'in_campaign'
        when profiles.blocked_at is not null then 'blocked'
        when profiles.signed_out_at is not null then 'signed_out' else 'free' end`.as('state'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1`)
    .execute();
  const none = { free: 0, off: 0, in_campaign: 0, blocked: 0, signed_out: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}
