import type pg from 'pg';

/** A line, or the end of a user's chain, that does not fit the ones before. */
interface AuditError {
  user_id: number;
  /** The number of the line; null if lines are missing at the end. */
  id: number | null;
  error: string;
}

const ERRORS_TOLD = 100;

/**
 * Checks that each user's chain in the audit log is intact, without changed or missing lines
 * (docs/behaviour.md#audit-log). Returns the number of lines and the first errors.
 */
export async function verifyAuditLog(
  database: Pick<pg.Pool, 'query'>,
): Promise<{ entries: number; errors: AuditError[] }> {
  const { rows } = await database.query<{ entries: number; errors: AuditError[] | null }>(
    `with role as materialized (select set_config('role', 'pigeonpost_system', true)),
    lines as materialized (
      select e.user_id, e.id, e.hash,
        case when e.id <> coalesce(lag(e.id) over chain, 0) + 1 then 'Lines before it are missing.'
          when e.hash <> audit_hash(coalesce(lag(e.hash) over chain, ''), e) then 'It was changed.' end as error,
        row_number() over (partition by e.user_id order by e.id desc) = 1 as is_last
      from role, audit_log e window chain as (partition by e.user_id order by e.id)),
    errors as (
      select user_id, id, error from lines where error is not null
      union all
      select coalesce(h.user_id, l.user_id), null, 'Lines are missing at the end.'
      from audit_heads h full join (select * from lines where is_last) l on l.user_id = h.user_id
      where (h.id, h.hash) is distinct from (l.id, l.hash)
      order by user_id, id limit ${ERRORS_TOLD})
    select (select count(*) from lines) as entries, (select json_agg(errors) from errors) as errors`,
  );
  return { entries: rows[0]?.entries ?? 0, errors: rows[0]?.errors ?? [] };
}
