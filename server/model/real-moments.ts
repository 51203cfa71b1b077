import type pg from 'pg';

const MOMENTS = { 'lease end': 'lease_until', 'rest end': 'fault_until' } as const;

/** Ends the lease of a profile, or its rest, a second ago. */
export async function endMoment(
  pool: pg.Pool,
  what: keyof typeof MOMENTS,
  profile_id: number,
  now: Date,
): Promise<void> {
  const ago = new Date(now.getTime() - 1000);
  await pool.query(`update profiles set ${MOMENTS[what]} = $2 where id = $1`, [profile_id, ago]);
  if (what === 'lease end')
    await pool.query('update campaign_progress set sweep_at = $1 where sweep_at > $1', [ago]);
}

/** Keeps the remaining time of leases and rests that were not over before. */
export async function keepMoments(pool: pg.Pool, before: Date, seconds: number): Promise<void> {
  const later = `interval '${seconds} seconds'`;
  for (const moment of Object.values(MOMENTS))
    await pool.query(`update profiles set ${moment} = ${moment} + ${later} where ${moment} > $1`, [before]);
  await pool.query(
    `update message_ledger l set begun = (
      select jsonb_object_agg(key, jsonb_set(value, '{at}', to_jsonb((value->>'at')::float8 + ${seconds})))
      from jsonb_each(l.begun)) where begun <> '{}'`,
  );
}
