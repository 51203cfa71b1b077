import type { Step } from '../../engine/events.ts';
import { latestIdentity, nextEpoch } from './epochs.ts';
import { freezeUser, getEpoch, hasForgottenGrants } from './queries.ts';

/** The highest grants that an agent has in its journal, and the epoch of the database under which it got them. */
export interface KnownGrants {
  epoch: number;
  profiles: { profile_id: number; grant_number: number }[];
}

/**
 * Freezes a user's sending when their agent knows of a grant that this database has not given: it was restored, and
 * nobody announced it (docs/engine.md#restore). The user's lock must be held.
 */
export async function noticeRestore(
  { tx, afterCommit, deps }: Step,
  user_id: number,
  { epoch, profiles }: KnownGrants,
): Promise<void> {
  const { epoch: current } = latestIdentity(deps, await getEpoch(tx, user_id));
  // What was granted before a restore that was announced is no news.
  if (epoch !== current || !(await hasForgottenGrants(tx, user_id, profiles))) return;
  const now = deps.clock.now();
  await freezeUser(tx, { user_id, epoch: nextEpoch(current, now), now });
  // Other agents of the user learn the new epoch by their next answer.
  deps.nudges.nudge({ tx, afterCommit }, user_id);
  deps.log.warn(
    { user_id },
    'An agent knows of messages that this database does not: it was restored. Nothing is sent for this user until they continue.',
  );
}
