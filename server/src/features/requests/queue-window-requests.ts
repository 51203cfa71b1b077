import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { insertRequests } from './queries.ts';

/** A profile whose window is to be opened or closed, and its machine; null: any. */
export interface WindowProfile {
  id: number;
  profile_name: string;
  profile_path: string;
  agent_id: number | null;
}

/**
 * Queues the opening or closing of profiles and wakes the user's agents. Returns the added requests: a profile that is
 * being opened (or closed) already has its one.
 */
export async function queueWindowRequests(
  { tx, afterCommit, deps }: { tx: Tx; afterCommit: AfterCommit; deps: Deps },
  { user_id, kind, profiles }: { user_id: number; kind: 'open' | 'close'; profiles: WindowProfile[] },
): Promise<{ id: number; profile_path: string | null }[]> {
  const requests = profiles.map(({ id, profile_name, profile_path, agent_id }) => ({
    kind,
    agent_id,
    profile_path,
    payload: { profile_id: id, profile_name, profile_path },
  }));
  const added = await insertRequests(tx, { user_id, requests, now: deps.clock.now() });
  if (added.length > 0) deps.nudges.nudge({ tx, afterCommit }, user_id);
  return added;
}
