import type { JournalDelivery, JournalLine, JournalOwner } from './journal-lines.ts';

/** The highest grants that a server gave in one epoch of its database. */
export interface KnownGrants {
  epoch: number;
  profiles: { profile_id: number; grant_number: number }[];
}

interface Counted {
  epoch: number;
  profiles: Map<number, number>;
}

/**
 * Follows the journal's lines and remembers the highest grant of each profile, which proves an unannounced restore
 * (docs/engine.md#restore). A line from before grants were numbered proves nothing.
 */
export function countGrants(): {
  note(line: JournalLine): void;
  of(owner: JournalOwner): KnownGrants | undefined;
} {
  const asked = new Map<string, JournalDelivery>();
  const byOwner = new Map<string, Counted>();
  const keyOf = ({ server_id, user_id }: JournalOwner) => `${server_id} ${user_id}`;

  function grant({ epoch, profile_id, grant_number, ...owner }: JournalDelivery): void {
    if (!Number.isInteger(grant_number)) return;
    const known = byOwner.get(keyOf(owner));
    const counted = known && known.epoch >= epoch ? known : { epoch, profiles: new Map() };
    if (counted.epoch > epoch) return;
    byOwner.set(keyOf(owner), counted);
    counted.profiles.set(profile_id, Math.max(counted.profiles.get(profile_id) ?? 0, grant_number));
  }

  return {
    note(line) {
      if (line.line === 'asked') asked.set(line.token, line);
      // A delivery with a 'clicking' line had been granted.
      const granted = line.line === 'clicking' && asked.get(line.token);
      if (granted) grant(granted);
      if (line.line !== 'asked') asked.delete(line.token);
    },
    of(owner) {
      const counted = byOwner.get(keyOf(owner));
      if (!counted) return undefined;
      const profiles = [...counted.profiles].map(([profile_id, grant_number]) => ({
        profile_id,
        grant_number,
      }));
      return { epoch: counted.epoch, profiles };
    },
  };
}
