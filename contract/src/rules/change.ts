import type { DeliveryState, LogAction } from '../campaigns.ts';
import type { Reason } from '../reasons.ts';
import { isTest } from '../tests.ts';

/** A moment, in milliseconds since 1970. */
export type Ms = number;

/** What a rule decided of a delivery (docs/engine.md#events); what is left out stays as it was. */
export interface Change {
  state: DeliveryState;
  failures?: number | undefined;
  /** Why, where that is not what its line of the log says. */
  reason?: Reason | undefined;
  /** When it is tried again, and when its profile's next message is due. */
  retry_at?: Ms | undefined;
  due_at?: Ms | undefined;
  /** Whether its lease ended before begin. */
  lapses?: boolean | undefined;
  /** Whether its owner said what became of its lease, and whether the recipient goes to the end of its list's line by that. */
  settles?: boolean | undefined;
  is_requeued?: boolean | undefined;
  is_taken_out?: boolean | undefined;
  /** The line of the log; without an action there is none. */
  action?: LogAction | undefined;
  log_reason?: Reason | undefined;
}

/** Whether a delivery in this state counts as in work; null without a row. */
export const isInWork = (state: DeliveryState | null): boolean =>
  state === 'leased' || state === 'sending' || state === 'waiting';

/** A delivery of a user. */
export interface DeliveryKey {
  campaign_id: number;
  recipient_id: number;
}

/** The campaign of a delivery, and whether it has ended. */
export interface OfCampaign {
  campaign_id: number;
  is_over: boolean;
}

/** The state that a delivery gets: nobody waits in a campaign that has ended, nor in a test (docs/engine.md#tests). */
export function landingState(to: DeliveryState, { campaign_id, is_over }: OfCampaign): DeliveryState {
  if (to !== 'waiting') return to;
  if (isTest(campaign_id)) return 'failed';
  return is_over ? 'stopped' : to;
}

/** The same with what it changes: who is stopped has no line of a retry, and a test was not sent in time. */
export function land<C extends Change>(change: C, campaign: OfCampaign): C {
  const state = landingState(change.state, campaign);
  if (state === change.state) return change;
  if (state === 'stopped') return { ...change, state, action: undefined };
  return { ...change, state, reason: change.reason ?? { kind: 'not_in_time' } };
}
