import type { Outcome } from '../../agent.ts';
import type { DeliveryState } from '../../campaigns.ts';
import { isTest } from '../../tests.ts';
import type { Ms } from '../change.ts';
import { type Note, noteOf } from './note.ts';

// What a report says of a delivery that is gone with its campaign (docs/engine.md#after-a-campaign-is-deleted).

/** What a delivery that was begun and is not known to have arrived has left. */
export interface Trace {
  /** The name that it was begun with. */
  recipient: string;
  begun_at: Ms;
  /** Whether its last lease is the report's, and whether its owner settled what that left unclear. */
  is_own: boolean;
  is_settled: boolean;
}

export interface DeletedFacts {
  /** Null: it left none, or there is a delivery. */
  trace: Trace | null;
  /** Whether the report names this server; null: it names none. */
  is_of_here: boolean | null;
  /** The name of the recipient with this id; null: nobody has it. */
  name: string | null;
}

/** What is recorded of it, and what the ledger gets, of whom. */
export interface DeletedVerdict {
  state: DeliveryState;
  recipient: string;
  note: Note | null;
}

/** The campaign under which the ledger notes a message that left no trace: its own may never have existed here. */
export const NO_CAMPAIGN = 0;

/** Null: the report says nothing new. The message may have arrived although its campaign was deleted. */
export function judgeOfDeleted(
  { campaign_id, outcome }: { campaign_id: number; outcome: Outcome },
  { trace, is_of_here, name }: DeletedFacts,
  now: Ms,
): DeletedVerdict | null {
  // Without a trace the report must name this server and somebody who is there.
  const recipient = trace?.recipient ?? (is_of_here ? name : null);
  const state = is_of_here === false ? null : stateOf(outcome, trace);
  if (recipient === null || state === null) return null;
  const noted = {
    campaign_id: trace || isTest(campaign_id) ? campaign_id : NO_CAMPAIGN,
    old_state: trace && ('uncertain' as const),
    begun_at: trace?.begun_at ?? null,
  };
  return { state, recipient, note: noteOf({ ...noted, state, is_heard: false }, now) };
}

function stateOf(outcome: Outcome, trace: Trace | null): DeliveryState | null {
  if (outcome === 'sent') return 'sent';
  if (outcome === 'unknown') return trace?.is_settled ? null : 'uncertain';
  return trace?.is_own ? outcome : null;
}
