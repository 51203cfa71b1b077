import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a person has a window of a profile open, for a query over `profiles`: by its machine's last report; without a
 * machine, by any machine's. A hidden driven browser does not count.
 */
export const isOpen: RawBuilder<boolean> = sql`exists (
  select from agents reporting
  where reporting.user_id = profiles.user_id and reporting.revoked_at is null
    and profiles.profile_path = any (reporting.open_paths)
    and (profiles.agent_id is null or reporting.id = profiles.agent_id))`;
