import type { EnrollingMachine } from '@pigeonpost/contract/calls/agent-protocol';
import type { ApprovedMachine } from '@pigeonpost/contract/calls/pairings';
import { countRows } from '../../database/sql/count-rows.ts';
import type { Tx } from '../../database/transaction.ts';

const COLUMNS = [
  'user_code',
  'machine_name',
  'platform',
  'agent_version',
  'address',
  'state',
  'user_id',
  'session_id',
  'agent_id',
  'created_at',
  'expires_at',
] as const;

interface AgentKey {
  user_id: number;
  agent_id: number;
}

export interface StoredPairing extends EnrollingMachine {
  user_code: string;
  address: string;
  state: 'waiting' | 'approved' | 'refused';
  user_id: number | null;
  session_id: number | null;
  agent_id: number | null;
  created_at: string;
  expires_at: string;
}

/** Returns whether the user code was free. */
export async function insertPairing(
  tx: Tx,
  pairing: EnrollingMachine & {
    device_code_hash: Buffer;
    user_code: string;
    address: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pairings')
    .values(pairing)
    .onConflict((conflict) => conflict.column('user_code').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The number of an address's pairings that have not expired. */
export async function countOpenPairings(tx: Tx, address: string, now: Date): Promise<number> {
  return countRows(
    tx.selectFrom('pairings').where('address', '=', address).where('expires_at', '>', now.toISOString()),
  );
}

/** The pairing with this user code; with `hold` it is locked until the transaction ends. */
export async function findPairing(
  tx: Tx,
  user_code: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<StoredPairing | undefined> {
  return tx
    .selectFrom('pairings')
    .select(COLUMNS)
    .where('user_code', '=', user_code)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The pairing with this device code. */
export async function findPairingOfDevice(
  tx: Tx,
  device_code_hash: Buffer,
): Promise<StoredPairing | undefined> {
  return tx
    .selectFrom('pairings')
    .select(COLUMNS)
    .where('device_code_hash', '=', device_code_hash)
    .executeTakeFirst();
}

/** Updates a pairing locked by `findPairing`, so that two calls never decide on it (docs/behaviour.md#pairings). */
export async function updatePairing(
  tx: Tx,
  user_code: string,
  change: {
    state?: 'approved' | 'refused';
    user_id?: number;
    session_id?: number;
    agent_id?: number;
    expires_at?: Date;
  },
): Promise<void> {
  await tx.updateTable('pairings').set(change).where('user_code', '=', user_code).execute();
}

/**
 * The approved machines of a user that have not fetched their token; an approval ends with the session that gave it
 * (docs/behaviour.md#pairings).
 */
export async function listApproved(tx: Tx, user_id: number, now: Date): Promise<ApprovedMachine[]> {
  return tx
    .selectFrom('pairings')
    .select(['user_code', 'machine_name', 'platform', 'agent_version', 'created_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('state', '=', 'approved')
    .where('agent_id', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.user_id', '=', user_id)
          .whereRef('sessions.id', '=', 'pairings.session_id'),
      ),
    )
    .orderBy('created_at')
    .orderBy('user_code')
    .execute();
}

/** Refuses an approved machine that has not fetched its token; undefined if there is no such one. */
export async function revokeApproved(
  tx: Tx,
  { user_id, user_code, now }: { user_id: number; user_code: string; now: Date },
): Promise<{ machine_name: string } | undefined> {
  return tx
    .updateTable('pairings')
    .set({ state: 'refused' })
    .where('user_id', '=', user_id)
    .where('user_code', '=', user_code)
    .where('state', '=', 'approved')
    .where('agent_id', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('machine_name')
    .executeTakeFirst();
}

/** Ends every pairing of a user, as a new password does. Under the user lock. */
export async function endPairings(tx: Tx, { user_id, now }: { user_id: number; now: Date }): Promise<void> {
  await tx
    .updateTable('pairings')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .execute();
}

/** Whether a paired agent has asked for work. */
export async function hasAskedForWork(tx: Tx, agent: AgentKey): Promise<boolean> {
  const found = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', agent.user_id)
    .where('id', '=', agent.agent_id)
    .where('last_seen_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** For the window of a paired agent, which shows its user. */
export async function findUsername(tx: Tx, user_id: number): Promise<string> {
  const { username } = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return username;
}

/** Returns the agents that they became. */
export async function deletePairingsExpiredBefore(tx: Tx, moment: Date): Promise<AgentKey[]> {
  const deleted = await tx
    .deleteFrom('pairings')
    .where('expires_at', '<=', moment.toISOString())
    .returning(['user_id', 'agent_id'])
    .execute();
  return deleted.filter((key): key is AgentKey => key.user_id !== null && key.agent_id !== null);
}

/** Whether an agent has neither reported its machine nor asked for work. */
export async function hasNeverCome(tx: Tx, { user_id, agent_id }: AgentKey): Promise<boolean> {
  const found = await tx
    .selectFrom('agents')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '=', agent_id)
    .where('last_seen_at', 'is', null)
    .where('firefox', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
