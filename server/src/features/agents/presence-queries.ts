import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from './connected.ts';

/** Records a sign of life; true when the browsers have not yet been told that this agent is connected. */
export async function recordSeen(
  tx: Tx,
  { user_id, agent_id, now }: { user_id: number; agent_id: number; now: Date },
): Promise<boolean> {
  const seen = await tx.client.query<{ was_connected: boolean }>({
    name: 'record-seen',
    text: RECORD_SEEN,
    values: [user_id, agent_id, now],
  });
  return seen.rows[0]?.was_connected === false;
}

const RECORD_SEEN = `
  with before as (
    select id, said_connected as was_connected from agents
    where user_id = $1 and id = $2 and revoked_at is null for no key update)
  update agents set last_seen_at = $3, said_connected = true
  from before where agents.id = before.id
  returning was_connected`;

/** The agents of all users that disconnected since the last call; each is given to one process only. */
export async function takeDisconnected(tx: Tx, now: Date): Promise<{ id: number; user_id: number }[]> {
  return tx
    .updateTable('agents')
    .set({ said_connected: false })
    .where('said_connected', '=', true)
    .where('last_seen_at', '<=', connectedSince(now).toISOString())
    .returning(['id', 'user_id'])
    .execute();
}
