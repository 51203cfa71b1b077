import type { Pack, Role } from '@pigeonpost/contract/account/subscription';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { withCounts } from './list-queries.ts';

const NAME_TAKEN = '23505';

/** A bare day, a time, or null for no end. */
type EndDate = string | null;

/** An account as administrators see it; undefined if there is none. */
export async function getUser(tx: Tx, id: number, now: Date): Promise<UserAccount | undefined> {
  return withCounts(tx.selectFrom('users').where('users.id', '=', id), now).executeTakeFirst();
}

interface UserChange {
  username?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  is_active?: boolean | undefined;
  subscription_end_date?: EndDate | undefined;
}

/**
 * Writes the given fields; 'taken' if the name is another user's, in any case. A bare end day is one of `time_zone`.
 */
export async function updateUser(
  tx: Tx,
  id: number,
  { subscription_end_date, ...change }: UserChange & { time_zone: string },
): Promise<'changed' | 'taken'> {
  const { time_zone, ...columns } = change;
  try {
    await tx
      .updateTable('users')
      .set(columns)
      .$if(subscription_end_date !== undefined, (update) =>
        update.set({ subscription_end_date: endOf(subscription_end_date ?? null, time_zone) }),
      )
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code === NAME_TAKEN) return 'taken';
    throw error;
  }
  return 'changed';
}

/** The time at which a subscription ends: a bare day ends with its last millisecond in that zone. */
export async function findEnd(tx: Tx, date: EndDate, time_zone: string): Promise<string | null> {
  const { rows } = await sql<{ moment: string | null }>`select ${endOf(date, time_zone)} as moment`.execute(
    tx,
  );
  return rows[0]?.moment ?? null;
}

/** The ids of all sessions of a user, including agents'. */
export async function listSessions(tx: Tx, user_id: number): Promise<number[]> {
  const found = await tx.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute();
  return found.map(({ id }) => id);
}

/** Deletes the user's own row, with sessions and agents; the rest is deleted later. */
export async function deleteUser(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.insertInto('deleted_users').values({ id, deleted_at: now }).execute();
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Deleted accounts that still have rows, the longest deleted first (docs/behaviour.md#deletions). */
export async function findDeletedUsers(tx: Tx): Promise<{ id: number; deleted_at: string }[]> {
  return tx.selectFrom('deleted_users').select(['id', 'deleted_at']).orderBy('deleted_at').execute();
}

/** When no new row of the user is possible any more. */
export async function forgetDeletedUser(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('deleted_users').where('id', '=', id).execute();
}

function endOf(date: EndDate, time_zone: string): RawBuilder<string | null> {
  if (date === null) return sql`null::timestamptz`;
  if (date.includes('T')) return sql`${date}::timestamptz`;
  return sql`moment_of_wall((${date}::date + 1)::timestamp, ${time_zone}) - interval '1 millisecond'`;
}

/**
 * Extends a subscription by months: from its own end or from now, whichever is later, to the same time of the same day,
 * at most the end of its month, by days of that zone.
 */
export async function extendSubscription(
  tx: Tx,
  id: number,
  { months, time_zone, now }: { months: number; time_zone: string; now: Date },
): Promise<void> {
  const today = endOf(await findDay(tx, now, time_zone), time_zone);
  await sql`update users set subscription_end_date =
    moment_of_wall(
      wall_time(greatest(subscription_end_date, ${today}), ${time_zone}) + make_interval(months => ${months}::integer),
      ${time_zone})
    where id = ${id}`.execute(tx);
}

async function findDay(tx: Tx, moment: Date, time_zone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(wall_time(${moment}, ${time_zone}), 'YYYY-MM-DD') as day`.execute(tx);
  return rows[0]?.day ?? '';
}
