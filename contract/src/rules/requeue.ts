import type { DeliveryState } from '../campaigns.ts';

// What becomes of the recipients of a campaign that was deleted (docs/engine.md#requeueing).

/** What the tables say of a delivery of it. */
export interface RequeueFacts {
  state: DeliveryState;
  /** Whether it was begun. */
  was_begun: boolean;
  /** Whether its recipient is there and still has the status, or the hold, that this campaign gave; and is pending. */
  is_held: boolean;
  is_pending: boolean;
}

interface Requeued {
  /** Whether a late word on the message will be believed: its agent may report it after the campaign is gone. */
  is_remembered: boolean;
  /** Whether the recipient is pending again, and whether at the end of the line: a running campaign would write to a lower place. */
  is_back: boolean;
  goes_behind: boolean;
}

/** What is left of a delivery that is removed; null: it stays until its result, or the end of its lease. */
export function judgeRequeue(facts: RequeueFacts, keepsSent: boolean): Requeued | null {
  const { state, was_begun, is_held, is_pending } = facts;
  if (state === 'sending') return null;
  const isKept = keepsSent && (state === 'sent' || state === 'uncertain');
  const is_back = is_held && !isKept;
  return {
    is_remembered: was_begun && state !== 'sent',
    is_back,
    goes_behind: is_back && !is_pending,
  };
}
