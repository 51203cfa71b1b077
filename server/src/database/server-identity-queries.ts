import type { ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import type { Tx } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** The database's identity. A migration makes it, and only a restore changes its epoch. */
export async function readServerIdentity({ readAsSystem }: Transactions): Promise<ServerIdentity> {
  const { rows } = await readAsSystem('server identity', (tx) =>
    tx.query<ServerIdentity>('select id, epoch from server_identity'),
  );
  if (!rows[0]) throw new Error('The table server_identity is empty. Restore the database from a backup.');
  return rows[0];
}

/** Where stop links lead, and whether people can reach it (docs/behaviour.md#the-stop-link). */
interface StoredAddress {
  address: string;
  is_public: boolean;
}

/** Has the claim know this server's address. Several servers on one database have the same settings. */
export async function storeServerAddress(
  { asSystem }: Pick<Transactions, 'asSystem'>,
  { address, is_public }: StoredAddress,
): Promise<void> {
  await asSystem('server identity', (tx) =>
    tx.query(
      `update server_identity set address = $1, is_public = $2
      where address is distinct from $1 or is_public is distinct from $2`,
      [address, is_public],
    ),
  );
}

/** The address that the last start of a server stored. */
export async function getServerAddress(tx: Tx): Promise<StoredAddress> {
  const { rows } = await tx.query<StoredAddress>('select address, is_public from server_address()');
  return rows[0] as StoredAddress;
}
