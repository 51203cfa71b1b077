import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStatus, LogAction } from '@pigeonpost/contract/campaigns';
import type { Tx } from '../database/transaction.ts';
import type { AfterCommit } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';

/** What a step of the engine runs with: its transaction, what may follow the commit, and the means. */
export interface Step {
  tx: Tx;
  afterCommit: AfterCommit;
  deps: Deps;
}

/** One campaign of one user: every query of the engine names both. */
export interface CampaignKey {
  user_id: number;
  campaign_id: number;
}

export interface ProgressRow extends CampaignKey {
  total_list: number;
  total_sent: number;
  total_failed: number;
  in_work: number;
}

export interface LogRow extends CampaignKey {
  id: number;
  campaign_name: string;
  action: LogAction;
  profile_name: string | null;
  recipient: string | null;
  message: string;
}

export interface StatusRow extends CampaignKey {
  status: CampaignStatus;
}

/** What a step wrote that browsers want to hear of, straight from the statement's `returning`. */
export interface EngineEvents {
  progress: ProgressRow[];
  logs: LogRow[];
  statuses: StatusRow[];
}

/** Sends the events of a step once it is committed: counters, statuses, log lines. */
export function publishEvents(
  { afterCommit, deps }: Step,
  { progress, logs, statuses }: Partial<EngineEvents>,
): void {
  const created_at = deps.clock.now().toISOString();
  afterCommit(() => {
    for (const { user_id, campaign_id, total_list, total_sent, total_failed } of progress ?? [])
      deps.publish(user_id, 'campaign_progress_update', {
        campaignId: campaign_id,
        total_sent,
        total_failed,
        total_list,
      });
    for (const { user_id, campaign_id, status } of statuses ?? [])
      deps.publish(user_id, 'campaign_update', { campaign_id, status });
    for (const { user_id, ...line } of logs ?? []) {
      const event: CampaignLog = { ...line, created_at };
      deps.publish(user_id, 'campaign_log', event);
    }
  });
}
