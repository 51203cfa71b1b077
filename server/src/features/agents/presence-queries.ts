import type { Tx } from '../../database/transaction.ts';
import { connectedSince } from './connected.ts';

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
