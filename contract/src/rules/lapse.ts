import type { DeliveryState } from '../campaigns.ts';
import { type Change, land, type Ms, type OfCampaign } from './change.ts';

// What becomes of a delivery whose lease ran out without a result (docs/engine.md#leases).

/** What the tables say of such a delivery. */
export interface LapseFacts extends OfCampaign {
  state: DeliveryState;
  failures: number;
  /** Whether a lease of it has ended before begin already. */
  has_lapsed: boolean;
  max_retries: number;
  /** When the profile's next message is due if its pace starts now. */
  due_at: Ms;
}

/**
 * The change by the end of its lease: what was begun is unclear, what was not is tried again, as a failed try from the second
 * time on.
 */
export function judgeLapse(facts: LapseFacts, now: Ms): Change {
  const { state, failures, has_lapsed: counts, due_at } = facts;
  if (state === 'sending')
    return { state: 'uncertain', due_at, action: 'message_failed', log_reason: { kind: 'unclear' } };
  // The first time may be chance; a thread that hangs again and again must use up its tries.
  const isLast = counts && failures >= facts.max_retries;
  return land(
    {
      state: isLast ? 'failed' : 'waiting',
      lapses: true,
      failures: counts ? failures + 1 : undefined,
      retry_at: counts ? due_at : now,
      due_at,
      action: isLast ? 'message_failed' : 'retry',
      log_reason: isLast ? { kind: 'not_in_time' } : { kind: 'not_in_time', is_retried: true },
    },
    facts,
  );
}
