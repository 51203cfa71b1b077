import type { Ms } from '../change.ts';

// Whether the database of a server is an older copy, by what an agent knows (docs/engine.md#high-water-mark).

/** No honest agent names a higher number, and not far above it JSON is not exact. */
const MOST_NAMED = 2 ** 52;
const DRAWN_EPOCHS = 1000;

/** What an agent was told and granted; nothing where it says nothing. */
export interface KnownToAgent {
  /** The highest mark that it saw. */
  mark?: number | undefined;
  /** The newest epoch that it saw. */
  epoch?: number | undefined;
  /** The highest grants of its profiles in that epoch. */
  profiles?: readonly { profile_id: number; grant_number: number }[] | undefined;
  /** The epoch of its last successful `merged`. */
  merged?: number | undefined;
}

/** What the tables say of its user. */
export interface CopyFacts {
  /** The one that the user's agents are told. */
  epoch: number;
  /** The last one for which this agent has merged. */
  merged_epoch: number | null;
  /** How many sendings were ever granted. */
  mark: number;
  is_frozen: boolean;
  /**
   * How many sendings each profile was granted that the agent names, by its id; null for one that is not there. Null where the
   * agent names none, or another epoch.
   */
  granted: Readonly<Record<number, number | null>> | null;
}

/** What the agent is told, and what is written for it. */
export interface CopyVerdict {
  epoch: number;
  mark: number;
  /** Whether its user is frozen now, with a new epoch. */
  has_frozen: boolean;
  /** How many granted sendings the tables do not have, by which the mark rises. */
  missing: number;
}

/**
 * What an agent proves: nothing, or that sendings are missing here, or that its user has to be frozen. `draw`: a random number
 * from 0 to below 1.
 */
export function judgeCopy(
  known: KnownToAgent | undefined,
  facts: CopyFacts,
  { now, draw }: { now: Ms; draw: number },
): CopyVerdict {
  const named = { ...known, mark: cut(known?.mark), epoch: cut(known?.epoch) };
  const missing = Math.max(0, (named.mark ?? 0) - facts.mark);
  const told = { epoch: facts.epoch, mark: facts.mark + missing, has_frozen: false, missing };
  if (!provesCopy(named, facts, missing)) return told;
  const last = Math.max(facts.epoch, named.epoch ?? 0);
  return { ...told, epoch: nextEpoch(last, now, draw), has_frozen: true };
}

const cut = (named: number | undefined) => named && Math.min(named, MOST_NAMED);

function provesCopy({ epoch, merged, profiles }: KnownToAgent, facts: CopyFacts, missing: number): boolean {
  const hasMerged = facts.merged_epoch === facts.epoch;
  if (missing > 0) {
    // After a restore that is known its agent tells all that it knows in any case, once it has met the new epoch.
    const isStillToMerge = epoch === undefined ? !hasMerged : epoch < facts.epoch;
    return !(facts.is_frozen && isStillToMerge);
  }
  if (epoch !== undefined && epoch > facts.epoch) return true;
  // It would not merge a second time for this epoch, and its user would stay frozen.
  if (facts.is_frozen && !hasMerged && merged === facts.epoch) return true;
  return epoch === facts.epoch && hasForgottenGrants(profiles ?? [], facts.granted ?? {});
}

/** Whether a profile is not there, or was granted fewer sendings than an agent knows of. */
function hasForgottenGrants(
  profiles: NonNullable<KnownToAgent['profiles']>,
  granted: NonNullable<CopyFacts['granted']>,
): boolean {
  return profiles.some(({ profile_id, grant_number }) => {
    const here = granted[profile_id] ?? null;
    return here === null || here < grant_number;
  });
}

/**
 * The millisecond and a draw make it one that no copy of the database repeats, whatever its clock says: an agent that has met an
 * epoch tells nothing again for it.
 */
function nextEpoch(last: number, now: Ms, draw: number): number {
  return Math.max(last, now) + 1 + Math.floor(draw * DRAWN_EPOCHS);
}
