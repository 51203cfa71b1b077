import type { Deps } from '../deps.ts';
import { findLiveSessions } from './session-queries.ts';

/**
 * Closes the live connections whose session or account ended in any way: by time, by a change in another process, by
 * hand in the database. A changed role ends them too: the browser reconnects with its new role.
 */
export async function endLostConnections(
  deps: Pick<Deps, 'readAsSystem' | 'clock' | 'connectedSessions' | 'endConnections'>,
): Promise<void> {
  const connected = deps.connectedSessions();
  if (connected.length === 0) return;
  const ids = connected.map(({ session_id }) => session_id);
  const live = await deps.readAsSystem('live sessions', (tx) =>
    findLiveSessions(tx, { ids, now: deps.clock.now() }),
  );
  const roles = new Map(live.map(({ id, role }) => [id, role]));
  const lost = connected.filter(({ session_id, role }) => roles.get(session_id) !== role);
  deps.endConnections(lost.map(({ session_id }) => session_id));
}
