import type { AnsweringServer, ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { getEpoch, getMark } from './queries.ts';

/**
 * The identity that a user's agents are told: the epoch is the database's, or the user's own where a restore of it was
 * noticed later (docs/engine.md#restore).
 */
export function latestIdentity({ identity }: Pick<Deps, 'identity'>, epoch: number): ServerIdentity {
  return { ...identity, epoch: Math.max(identity.epoch, epoch) };
}

/** What an agent that becomes one of this user's is told of the server. */
export async function answeringServer(
  tx: Tx,
  deps: Pick<Deps, 'identity'>,
  user_id: number,
): Promise<AnsweringServer> {
  return { ...latestIdentity(deps, await getEpoch(tx, user_id)), mark: await getMark(tx, user_id) };
}
