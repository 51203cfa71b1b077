import type { Deps } from '../../deps.ts';
import { failUnansweredRequests } from './queries.ts';

/** Ends what no agent answered in time (3-decisions, Requests); a timer calls it every few seconds. */
export async function expireRequests({ asSystem, clock }: Deps): Promise<void> {
  await asSystem('request expiry', (tx) => failUnansweredRequests(tx, clock.now()));
}
