import type { AnsweringServer, ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { getEpoch, getMark } from './queries.ts';

/**
 * The identity for a user's agents: the epoch is the database's, or the user's own if a restore of it was noticed later
 * (docs/engine.md#restore).
 */
export function latestIdentity({ identity }: Pick<Deps, 'identity'>, epoch: number): ServerIdentity {
  return { ...identity, epoch: Math.max(identity.epoch, epoch) };
}

/** The server's identity and mark for a new agent of this user. */
export async function answeringServer(
  tx: Tx,
  deps: Pick<Deps, 'identity'>,
  user_id: number,
): Promise<AnsweringServer> {
  return { ...latestIdentity(deps, await getEpoch(tx, user_id)), mark: await getMark(tx, user_id) };
}
