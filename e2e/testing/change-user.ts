import { isDeepStrictEqual } from 'node:util';
import { NUDGES_CHANNEL } from '@pigeonpost/server/polls/nudges';
import { until } from '@pigeonpost/server/testing/until';
import type { Site, Visitor } from './site.ts';

/**
 * Changes a user's row in the database, and waits until the server uses it: it caches a token's user for a moment
 * (docs/behaviour.md#sessions).
 */
export async function changeUser(
  { database }: Site,
  { username, call }: Visitor,
  changes: string,
): Promise<void> {
  const {
    rows: [{ pg_notify, ...changed }],
  } = await database.pool.query(
    `with changed as (update users set ${changes} where username = $1 returning *)
     select pg_notify($2, 'a test ' || id), role, pack, subscription_end_date from changed`,
    [username, NUDGES_CHANNEL],
  );
  await until(`a server that knows of ${changes}`, async () => {
    const { user } = await call('GET /api/auth/profile');
    const seen = { role: user.role, pack: user.pack, subscription_end_date: user.subscription_end_date };
    return isDeepStrictEqual(seen, changed);
  });
}
