import type { CampaignStatus, LogAction } from '@pigeonpost/contract/campaigns';
import { readReason } from '@pigeonpost/contract/reasons';
import { isTest } from '@pigeonpost/contract/tests';
import type { Deps } from '../deps.ts';
import type { CampaignKey, EngineContext } from './context.ts';

export interface ProgressEvent extends CampaignKey {
  kind: 'progress';
  total_list: number;
  total_sent: number;
  total_failed: number;
  total_replied: number;
}

interface StatusEvent extends CampaignKey {
  kind: 'status';
  status: CampaignStatus;
}

export interface LogEvent extends CampaignKey {
  kind: 'log';
  id: number;
  campaign_name: string;
  action: LogAction;
  profile_name: string | null;
  recipient: string | null;
  /** Words, or a reason (docs/engine.md#reasons). */
  message: string;
  reason_kind: string | null;
  reason_args: object | null;
}

interface ReplyEvent extends CampaignKey {
  kind: 'reply';
  recipient: string;
  at: string;
}

interface NotificationEvent {
  kind: 'notification';
  user_id: number;
}

/** What a step wrote that browsers want to hear of, straight from the statement's `returning`. */
export type EngineEvent = ProgressEvent | StatusEvent | LogEvent | ReplyEvent | NotificationEvent;

/** Sends the events of a step once it is committed. */
export function publishEvents({ afterCommit, deps }: EngineContext, events: EngineEvent[]): void {
  afterCommit(() => publishNow(deps, events));
}

/** Sends events of what is committed: counters, statuses, log lines. */
export function publishNow(deps: Deps, events: EngineEvent[]): void {
  const created_at = deps.clock.now().toISOString();
  for (const event of events) {
    if (event.kind === 'notification') {
      deps.publish(event.user_id, 'notification');
      continue;
    }
    const { user_id, campaign_id } = event;
    if (isTest(campaign_id)) continue;
    if (event.kind === 'progress') {
      const { total_sent, total_failed, total_replied, total_list } = event;
      const progress = { campaignId: campaign_id, total_sent, total_failed, total_replied, total_list };
      deps.publish(user_id, 'campaign_progress_update', progress);
    } else if (event.kind === 'status') {
      deps.publish(user_id, 'campaign_update', { campaign_id, status: event.status });
    } else if (event.kind === 'reply') {
      const { recipient, at } = event;
      deps.publish(user_id, 'campaign_reply', { campaign_id, recipient, at: new Date(at).toISOString() });
    } else {
      const { kind: _, user_id: __, message, reason_kind, reason_args, ...line } = event;
      const said = readReason({ reason_kind, reason_args, words: message || null });
      const words = { message: said.words ?? '', reason_kind: said.kind };
      deps.publish(user_id, 'campaign_log', { ...line, ...words, created_at });
    }
  }
}
