import type { Nudges } from './nudges.ts';

/** After so long a quiet agent claims again even without a nudge, in case one is missing somewhere in the code. */
const BELIEVED_MS = 5 * 60_000;

/** What an agent's last claim gave, which found nothing. */
export interface Quiet {
  /** The epoch and the high-water mark of the user. */
  epoch: number;
  mark: number;
  /** In milliseconds. */
  claimed_at: number;
}

/** A sign of life that is not in the database yet. */
interface Sign {
  user_id: number;
  agent_id: number;
  session_id: number;
  /** In milliseconds. */
  at: number;
}

interface Remembered {
  quiet: Map<number, Quiet>;
  asked_at: number;
}

/**
 * Agents whose last poll ended with nothing, of users without a running campaign. Whatever could give such an agent
 * work, or end its token, nudges its user: its next poll need not claim (docs/engine.md#waiting-for-work).
 */
export interface QuietAgents {
  /**
   * A user's, by session. A nudge ends it: what is put in afterwards is remembered by nobody, so that a poll which
   * takes it before it claims misses nothing.
   */
  of(user_id: number, now: number): Map<number, Quiet>;
  /** Notes a sign of life, which is written with those of others. */
  note(sign: Sign): void;
  /** Takes what is to be written. */
  takeSigns(now: number): Sign[];
  /** For those that could not be written, unless there are newer ones. */
  noteAgain(signs: Sign[]): void;
}

/** Watches the nudges of all users, so that quiet ends with the next. */
export function createQuietAgents(nudges: Pick<Nudges, 'watch'>): QuietAgents {
  const users = new Map<number, Remembered>();
  let signs = new Map<number, Sign>();

  nudges.watch((user_id) => {
    if (user_id === undefined) users.clear();
    else users.delete(user_id);
  });

  return {
    of(user_id, now) {
      const remembered: Remembered = users.get(user_id) ?? { quiet: new Map(), asked_at: now };
      users.set(user_id, remembered);
      remembered.asked_at = now;
      for (const [session_id, { claimed_at }] of remembered.quiet)
        if (Math.abs(now - claimed_at) >= BELIEVED_MS) remembered.quiet.delete(session_id);
      return remembered.quiet;
    },
    note(sign) {
      signs.set(sign.agent_id, sign);
    },
    takeSigns(now) {
      for (const [user_id, { asked_at }] of users)
        if (Math.abs(now - asked_at) >= BELIEVED_MS) users.delete(user_id);
      const taken = [...signs.values()];
      signs = new Map();
      return taken;
    },
    noteAgain(again) {
      for (const sign of again) if (!signs.has(sign.agent_id)) signs.set(sign.agent_id, sign);
    },
  };
}
