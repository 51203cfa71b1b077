import type { StartProblem } from '@pigeonpost/contract/campaigns/start-problems';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import {
  campaignTables,
  isPausedByServer,
  type PauseFacts,
  pauseColumns,
  totalList,
} from '../campaigns/campaign-queries.ts';
import { GROUP } from '../campaigns/list-queries.ts';

/** A campaign that runs, that was not paused by a person, or whose start is overdue. */
export interface HeldCampaign extends PauseFacts {
  id: number;
  name: string;
  status: 'running' | 'paused' | 'pending';
  start_at: string | null;
  /** Why an overdue one could not start; null: the server was off. */
  start_refusal: StartProblem | null;
  pending: number;
}

/** A user's running campaigns, overdue ones, and those that the server paused, by the index of campaigns under way. */
export async function listHeld(
  tx: Tx,
  { user_id, limit }: { user_id: number; limit: number },
): Promise<HeldCampaign[]> {
  // An account that is switched off has nobody to be told.
  const found = await sql<HeldCampaign>`
    select campaigns.id, campaigns.name, campaigns.status, start_at, start_refusal, ${pauseColumns},
      greatest(0, ${totalList} - total_sent - total_failed) as pending
    from ${campaignTables}
    where campaigns.deleted_at is null and campaigns.user_id = ${user_id} and ${GROUP} <= 2
      and (campaigns.status <> 'paused' or ${isPausedByServer} and pause_kind is distinct from 'account')
    order by campaigns.status desc, campaigns.id desc limit ${sql.lit(limit)}`.execute(tx);
  return found.rows;
}
