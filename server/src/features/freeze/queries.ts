import type { Freeze } from '@pigeonpost/contract/calls/freeze';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';
import { recountOfToday } from '../../engine/counters/restored-counters.ts';
import { connectedSince } from '../agents/connected.ts';

/** A user's freeze without the machines, and the epoch that their agents must merge; undefined if there is none. */
export async function findFreeze(
  tx: Tx,
  user_id: number,
): Promise<(Omit<Freeze, 'missing'> & { epoch: number }) | undefined> {
  const found = await tx
    .selectFrom('users')
    .leftJoin('freezes', 'freezes.user_id', 'users.id')
    .select(['users.frozen_at', 'users.epoch', 'freezes.backup_at'])
    .select(({ fn, lit }) => [
      fn.coalesce('freezes.sent', lit(0)).as('sent'),
      fn.coalesce('freezes.uncertain', lit(0)).as('uncertain'),
      fn.coalesce('freezes.by_name', lit(0)).as('by_name'),
    ])
    .where('users.id', '=', user_id)
    .executeTakeFirst();
  if (!found?.frozen_at) return undefined;
  return { ...found, frozen_at: found.frozen_at };
}

/** The agents that have not called `merged` for this epoch. */
export async function listMissing(
  tx: Tx,
  { user_id, epoch, now }: { user_id: number; epoch: number; now: Date },
): Promise<Freeze['missing']> {
  return tx
    .selectFrom('agents')
    .select(['id', 'machine_name'])
    .select(sql<boolean>`coalesce(last_seen_at > ${connectedSince(now)}, false)`.as('connected'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`merged_epoch is distinct from ${epoch}`)
    .orderBy('id')
    .execute();
}

interface MergedEpoch {
  user_id: number;
  agent_id: number;
  epoch: number;
}

/** Notes that an agent has repeated its journal for this epoch, and gives whether that is news (docs/engine.md#restore). */
export async function setMerged(tx: Tx, { user_id, agent_id, epoch }: MergedEpoch): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agents')
    .set({ merged_epoch: epoch })
    .where('user_id', '=', user_id)
    .where('id', '=', agent_id)
    .where(sql<boolean>`merged_epoch is distinct from ${epoch}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a frozen user's agent has yet to repeat its journal for this epoch. */
export async function isUnmerged(tx: Tx, { user_id, agent_id, epoch }: MergedEpoch): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .innerJoin('agents', 'agents.user_id', 'users.id')
    .select('agents.id')
    .where('users.id', '=', user_id)
    .where('users.frozen_at', 'is not', null)
    .where('agents.id', '=', agent_id)
    .where(sql<boolean>`agents.merged_epoch is distinct from ${epoch}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The user's own epoch; the database's may be later. */
export async function getEpoch(tx: Tx, user_id: number): Promise<number> {
  const { epoch } = await tx
    .selectFrom('users')
    .select('epoch')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return epoch;
}

/** The user's high-water mark (docs/engine.md#high-water-mark). */
export async function getMark(tx: Tx, user_id: number): Promise<number> {
  return callWithin<number>(tx, 'read_mark', [user_id]);
}

/** Lets a user's campaigns send again; the epoch stays, and what is known of the restore (docs/engine.md#restore). */
export async function thawUser(tx: Tx, user_id: number, now: Date): Promise<void> {
  await recountOfToday(tx, { user_id, now });
  await tx.updateTable('users').set({ frozen_at: null }).where('id', '=', user_id).execute();
}
