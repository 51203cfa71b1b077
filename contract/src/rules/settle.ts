import type { CampaignStatus, Settlement } from '../campaigns.ts';
import { type Change, land, type Ms } from './change.ts';

// What becomes of a delivery of which only its owner knows whether it was sent (docs/engine.md#settling).

/** What the tables say of a delivery that is unclear. */
export interface UnclearFacts {
  campaign_id: number;
  status: CampaignStatus;
  /** Whether its campaign still has the recipient, and whether that is pending. */
  is_held: boolean;
  is_pending: boolean;
}

/**
 * The change by its owner's word. A recipient without the message is tried again by the campaign, or is pending for a later
 * one where the campaign is over. Either way it goes behind the line, because campaigns that never had it may have their marks
 * behind its old place.
 */
export function judgeSettlement(outcome: Settlement, facts: UnclearFacts, now: Ms): Change {
  if (outcome === 'sent') return { state: 'sent', action: 'message_sent', log_reason: { kind: 'said_sent' } };
  const { status, campaign_id, is_held, is_pending } = facts;
  const said = { kind: 'said_not_sent' } as const;
  const change = { reason: said, settles: true, is_requeued: is_held };
  const isTriedAgain = (status === 'running' || status === 'paused') && (is_held || is_pending);
  if (!isTriedAgain)
    return {
      ...change,
      state: 'failed',
      action: 'message_failed',
      log_reason: is_held ? { ...said, next: 'later_campaign' } : said,
    };
  return land(
    { ...change, state: 'waiting', retry_at: now, action: 'retry', log_reason: { ...said, next: 'retry' } },
    { campaign_id, is_over: false },
  );
}
