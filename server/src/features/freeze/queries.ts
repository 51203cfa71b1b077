import type { Freeze } from '@pigeonpost/contract/calls/freeze';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';
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

/** Notes that an agent has repeated its journal for this epoch (docs/engine.md#restore). */
export async function setMerged(
  tx: Tx,
  { user_id, agent_id, epoch }: { user_id: number; agent_id: number; epoch: number },
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ merged_epoch: epoch })
    .where('user_id', '=', user_id)
    .where('id', '=', agent_id)
    .execute();
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

/** Lets a user's campaigns send again; the epoch stays (docs/engine.md#restore). */
export async function thawUser(tx: Tx, user_id: number, now: Date): Promise<void> {
  await tx.query('select recount_today($1, u) from users u where u.id = $2', [now, user_id]);
  await tx.updateTable('users').set({ frozen_at: null }).where('id', '=', user_id).execute();
  await tx.deleteFrom('freezes').where('user_id', '=', user_id).execute();
}
