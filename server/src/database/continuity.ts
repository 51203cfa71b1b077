import type pg from 'pg';
import type { Clock } from '../clock.ts';

/** For this long after a break a user's deliveries wait for the machines with recent grants. */
const AWAITED_MS = 60_000;

/** Identifies one run of a PostgreSQL; a copy of its disk may have the same system and timeline. */
interface Instance {
  system: string;
  timeline: string;
  /** How far its log was written. */
  written: bigint;
}

/**
 * Whether the database may be another one than a moment ago: a standby that was behind, or a copy, which has forgotten
 * the last grants (docs/engine.md#high-water-mark). A server's start counts as such a break too.
 */
export interface Continuity {
  /** The number of breaks. Deliveries claimed before a break are not handed out after it. */
  readonly breaks: number;
  /** The time since which a user's machines must have called; null if the minute of waiting is over. */
  awaitedSince(): Date | null;
  /** A connection was lost, and the next one may reach another database. */
  noteBreak(): void;
  /** Examines the database of a new connection. */
  examine(client: pg.ClientBase): Promise<void>;
  /** Calls back at each break. */
  watch(heard: () => void): void;
}

/** One for a process. The clock is set once the database's time is known. */
export function createContinuity(): Continuity & { begin(clock: Pick<Clock, 'now'>): void } {
  const watchers: (() => void)[] = [];
  let clock: Pick<Clock, 'now'> | undefined;
  let since: Date | undefined;
  let breaks = 0;
  let last: Instance | undefined;

  function noteBreak(): void {
    breaks += 1;
    since = clock?.now();
    for (const heard of watchers) heard();
  }

  return {
    get breaks() {
      return breaks;
    },
    begin(given) {
      clock = given;
      since = given.now();
    },
    awaitedSince() {
      if (!since || !clock) return null;
      if (Math.abs(clock.now().getTime() - since.getTime()) < AWAITED_MS) return since;
      since = undefined;
      return null;
    },
    noteBreak,
    async examine(client) {
      // The log position before the question is the least that the same database has when it answers.
      const before = last;
      const found = await readInstance(client);
      if (!found) return;
      if (last === undefined || last.written < found.written || isOther(last, found)) last = found;
      if (before && (isOther(before, found) || found.written < before.written)) {
        last = found;
        noteBreak();
      }
    },
    watch: (heard) => void watchers.push(heard),
  };
}

const isOther = (one: Instance, other: Instance) =>
  one.system !== other.system || one.timeline !== other.timeline;

/** Undefined if the PostgreSQL does not tell, such as a standby. */
async function readInstance(client: pg.ClientBase): Promise<Instance | undefined> {
  try {
    const { rows } = await client.query<{ system: string; timeline: string; written: string }>(
      `select system_identifier::text as system, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline,
         (pg_current_wal_insert_lsn() - '0/0')::text as written
       from pg_control_system()`,
    );
    return rows[0] && { ...rows[0], written: BigInt(rows[0].written) };
  } catch {
    return undefined;
  }
}
