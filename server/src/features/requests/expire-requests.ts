import type { Deps } from '../../deps.ts';
import { failUnansweredRequests } from './queries.ts';

/** Fails the requests that no agent answered in time (docs/behaviour.md#requests). For a timer. */
export async function expireRequests({ asSystem, clock }: Deps): Promise<void> {
  await asSystem('request expiry', (tx) => failUnansweredRequests(tx, clock.now()));
}
