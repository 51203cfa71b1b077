import { FUNCTIONS_SCHEMA } from '../database/functions.ts';
import type { World } from './engine-world.ts';

/**
 * Claims as an older version does, by the name that its claim had, and gives the names that it hands out
 * (docs/engine.md#versions-side-by-side). `claim_work`: a version that fills {username} alone; `hand_out_work`: one
 * without sending hours and caps; `claim_for_agents`: one without stop links.
 */
export async function claimAsBefore(
  world: World,
  by: 'claim_work' | 'hand_out_work' | 'claim_for_agents',
): Promise<string[]> {
  const { pool } = world.app.database;
  await pool.query(`
    create or replace function public.${by}(timestamptz, bigint[], json, boolean, integer, integer, timestamptz)
      returns json language sql return ${FUNCTIONS_SCHEMA}.claim_for_work_calls($1, $2, $3, $4, $5, $6, $7)`);
  const { rows } = await pool.query<{ session_id: number; agent_id: number; paths: string[] }>(
    `select (select min(id) from sessions where user_id = $1)::int as session_id,
      (select min(id) from agents where user_id = $1)::int as agent_id,
      (select array_agg(profile_path) from profiles where user_id = $1) as paths`,
    [world.user.id],
  );
  const call = { ...rows[0], user_id: world.user.id, any_machine: true, capacity: 10, ord: 0 };
  const { answers } = await world.app.deps.callAsSystem<{
    answers: { deliveries: { recipient: string }[] }[];
  }>(by, [world.app.deps.clock.moment, [world.user.id], JSON.stringify([call]), false, 60, 60, null]);
  return answers.flatMap(({ deliveries }) => deliveries.map(({ recipient }) => recipient));
}
