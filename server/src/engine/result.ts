import type { Outcome } from '@pigeonpost/contract/agent';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Deps } from '../deps.ts';
import { askEngine } from './ask-engine.ts';

/** What an agent reports of a delivery, as the contract's call has it. */
interface ResultCall {
  user_id: number;
  token: string;
  campaign_id: number;
  recipient_id: number;
  /** The server that handed the delivery out, if the agent says it. */
  server_id?: string | undefined;
  outcome: Outcome;
  blocked?: boolean | undefined;
  signed_out?: boolean | undefined;
  profile_in_use?: boolean | undefined;
  site_unreachable?: boolean | undefined;
  machine_fault?: boolean | undefined;
  reason?: string | undefined;
  /** From 0 to 1: where the profile's next message falls between the two delays. */
  draw: number;
}

/** The state that was recorded, or stale: the agent drops it. */
type ResultVerdict = DeliveryState | 'stale';

/**
 * Records what became of deliveries, in the calls' order. A lost lease is no reason to refuse evidence
 * (docs/engine.md#results). A user's recipient may occur once in a batch.
 */
export async function recordResults(deps: Deps, calls: ResultCall[]): Promise<ResultVerdict[]> {
  // PostgreSQL reads no half of a surrogate pair in JSON.
  const given = calls.map((call, ord) => ({ ...call, reason: call.reason?.toWellFormed(), ord }));
  const { answers } = await askEngine<ResultVerdict[]>(deps, 'record_results', [
    calls.map(({ user_id }) => user_id),
    JSON.stringify(given),
    deps.identity.id,
  ]);
  return answers;
}
