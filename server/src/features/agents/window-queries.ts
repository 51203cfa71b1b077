import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a person has a window of a profile open, for a query over `profiles`: what its machine last reported;
 * without a machine, what any machine did. A browser that an agent drives hidden is no window.
 */
export const isOpen: RawBuilder<boolean> = sql`exists (
  select from agents reporting
  where reporting.user_id = profiles.user_id and reporting.revoked_at is null
    and profiles.profile_path = any (reporting.open_paths)
    and (profiles.agent_id is null or reporting.id = profiles.agent_id))`;
