import type { Side } from './databases.ts';

/** Puts so many people into a list, named after `stem` and their number. */
export async function addNames(
  { deps, pool }: Side,
  given: { user_id: number; list_id: number; names: number; stem: string },
): Promise<void> {
  const { user_id, list_id, names, stem } = given;
  await pool.query(
    `with place as materialized (select nextval('recipient_position') << 24 as first),
    added as (
      insert into recipients (user_id, list_id, recipient, position, created_at)
      select $1, $2, $5 || '.' || line, first + line, $4
      from place, generate_series(1, $3::int) line returning 1)
    update lists set pending = (select count(*) from added) where user_id = $1 and id = $2`,
    [user_id, list_id, names, deps.clock.now(), stem],
  );
}
