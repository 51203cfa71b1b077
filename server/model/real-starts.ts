import type pg from 'pg';
import type { State } from './state.ts';

/** Seconds from now to a moment of a campaign after this step: a quarter of an hour late, or just over. */
const MOMENTS = {
  'countdown over': ['countdown_until', -1],
  'start comes': ['start_at', -1],
  'quarter passes': ['start_at', -16 * 60],
} as const;

/** Lets the end of a countdown, the moment of a start, or the time for it pass. */
export async function passStartMoment(
  pool: pg.Pool,
  { kind, campaign_id, now }: { kind: keyof typeof MOMENTS; campaign_id: number; now: Date },
): Promise<void> {
  const [column, seconds] = MOMENTS[kind];
  await pool.query(`update campaigns set ${column} = $2 where id = $1`, [
    campaign_id,
    new Date(now.getTime() + seconds * 1000),
  ]);
}

/**
 * Countdowns that were not over before stay as far ahead as they were, schedules and last moments as far ahead, or as
 * long ago.
 */
export async function keepStarts(pool: pg.Pool, before: Date, seconds: number): Promise<void> {
  const later = `interval '${seconds} seconds'`;
  await pool.query(
    `update campaigns set start_at = start_at + ${later}, not_after = not_after + ${later},
      countdown_until = countdown_until + case when countdown_until > $1 then ${later} else '0' end
    where num_nonnulls(countdown_until, start_at, not_after) > 0`,
    [before],
  );
}

/** By campaign: whether it counts down, and how its start stands, in the model. */
export function readModelStarts(s: State) {
  return s.campaigns.map(({ isGone, isDeleted, status, isCountingDown, schedule, isOverdue }) =>
    isGone || isDeleted ? null : [status === 'running' && isCountingDown, schedule !== 'none', isOverdue],
  );
}

/** The same from the real tables. */
export async function readRealStarts(
  pool: pg.Pool,
  { campaigns, now }: { campaigns: number[]; now: Date },
): Promise<unknown> {
  const { rows } = await pool.query<{ starts: unknown }>(
    `select json_agg(case when c.id is not null and c.deleted_at is null then json_build_array(
        c.status = 'running' and is_counting_down(c.countdown_until, $2), c.start_at is not null, c.is_overdue) end
      order by n) as starts
    from unnest($1::bigint[]) with ordinality as given (id, n) left join campaigns c using (id)`,
    [campaigns, now],
  );
  return rows[0]?.starts;
}
