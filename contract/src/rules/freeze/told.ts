import type { Zone } from '../../local-time.ts';
import type { Ms } from '../change.ts';

// What an agent's journal says of a message whose begin this database does not know (docs/engine.md#what-a-restore-forgets).

/** Since when a user's database may have forgotten something; each is null where it has not, or nobody knows. */
export interface Forgotten {
  /** The moment of the backup, and of a copy that nobody announced the last grant that it knows. */
  backup_at: Ms | null;
  known_until: Ms | null;
}

/** What is asked of such a message. */
export interface ToldFacts {
  zone: Zone;
  /** The user's profile with the folder that the agent names; null: none. */
  sent_by: number | null;
  /** Whether the machine of that profile, and that of the row's one, reads replies. */
  is_told_heard: boolean;
  is_row_heard: boolean;
}

/** Whether a restore, or a copy, has forgotten what was sent since. */
export const isRestored = ({ backup_at, known_until }: Forgotten): boolean =>
  backup_at !== null || known_until !== null;

/**
 * When a message was clicked, by the agent's word: so many seconds ago, and not before the backup. Without a word what a
 * restore has forgotten is as old as the backup, or as the last grant that a copy knows; null: nobody knows.
 */
export function toldMoment(
  age: number | undefined,
  { backup_at, known_until, is_forgotten }: Forgotten & { is_forgotten: boolean },
  now: Ms,
): Ms | null {
  if (age !== undefined)
    return Math.min(Math.max(now - Math.round(age * 1000), backup_at ?? Number.NEGATIVE_INFINITY), now);
  const since = backup_at ?? known_until;
  return is_forgotten && since !== null ? Math.min(since, now) : null;
}
