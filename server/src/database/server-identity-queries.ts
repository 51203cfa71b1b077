import type { ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Transactions } from './transactions.ts';

/** The database's identity. A migration makes it, and only a restore changes its epoch. */
export async function readServerIdentity({ readAsSystem }: Transactions): Promise<ServerIdentity> {
  const { rows } = await readAsSystem('server identity', (tx) =>
    tx.query<ServerIdentity>('select id, epoch from server_identity'),
  );
  if (!rows[0]) throw new Error('The table server_identity is empty. Restore the database from a backup.');
  return rows[0];
}
