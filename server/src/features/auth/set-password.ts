import { deleteSessions } from '../../access/session-queries.ts';
import { forgetAddresses } from '../../access/throttle-queries.ts';
import { lockUser } from '../../database/locks.ts';
import type { EngineContext } from '../../engine/context.ts';
import { endPairings } from '../pairings/queries.ts';
import { updatePassword } from './queries.ts';
import { deleteResets } from './reset-queries.ts';

/**
 * Sets a user's password without asking for the old one: all their sessions, agent tokens and pairings end, except the
 * kept session; links become void, and every address becomes unknown again. False if there is no such user.
 */
export async function setPassword(
  { tx, afterCommit, deps }: EngineContext,
  { user_id, password_hash, keep }: { user_id: number; password_hash: string; keep: number | undefined },
): Promise<boolean> {
  // A machine that is enrolling finishes first, so that its token ends with the others.
  await lockUser(tx, user_id);
  if (!(await updatePassword(tx, user_id, password_hash))) return false;
  await deleteResets(tx, user_id);
  await endPairings(tx, { user_id, now: deps.clock.now() });
  await forgetAddresses(tx, user_id);
  const ended = await deleteSessions(tx, { user_id, keep });
  afterCommit(() => deps.endConnections(ended));
  // Waiting polls of agents wake and find that their tokens have ended.
  deps.nudges.nudge({ tx, afterCommit }, user_id);
  return true;
}
