import type pg from 'pg';
import type { Clock } from '../clock.ts';

/** For so long after a break a user's deliveries wait for the machines that were granted something lately. */
const AWAITED_MS = 60_000;

/** What tells one life of a PostgreSQL from another; a copy of its disk may have the same system and timeline. */
interface Instance {
  system: string;
  timeline: string;
  /** How far its log was written. */
  written: bigint;
}

/**
 * Whether the database may be another one than a moment ago: a standby that was behind, or a copy, which has forgotten
 * what was granted last (docs/engine.md#high-water-mark). A server's start counts as such a break too.
 */
export interface Continuity {
  /** How often that was. What was claimed before is not to be handed out after it. */
  readonly breaks: number;
  /** Since when a user's machines must have called; null where the minute of waiting is over. */
  awaitedSince(): Date | null;
  /** A connection was lost, and what is reached now may be another database. */
  noteBreak(): void;
  /** Looks at what a new connection leads to. */
  examine(client: pg.ClientBase): Promise<void>;
  /** Calls back at each break. */
  watch(heard: () => void): void;
}

/** One for a process. The clock is set once the database has told its time. */
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
      // What was written when this is asked is the least that the same database has written when it answers.
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

/** Undefined where the PostgreSQL does not tell, as one that is still a standby. */
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
