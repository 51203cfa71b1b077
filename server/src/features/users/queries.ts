import type { UserAccount } from '@pigeonpost/contract/calls/users';
import type { Pack, Role, UserStatus } from '@pigeonpost/contract/subscription';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows } from '../../database/count-rows.ts';
import { contains } from '../../database/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { isMadeByAdmin } from '../auth/reset-queries.ts';

const NAME_TAKEN = '23505';

/** A bare day, a moment, or null for no end. */
type EndDate = string | null;

interface UserFilter {
  search?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  status?: UserStatus | undefined;
}

/** One page of all users, the oldest first, and how many there are. */
export async function listUsers(
  tx: Tx,
  { filter, slice, now }: { filter: UserFilter; slice: Slice & { limit: number }; now: Date },
): Promise<{ users: UserAccount[]; total: number }> {
  const found = findUsers(tx, filter, now);
  const total = await countRows(found);
  const users = await withCounts(found, now)
    .orderBy('users.id')
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { users, total };
}

/** An account as administrators see it; undefined where there is none. */
export async function getUser(tx: Tx, id: number, now: Date): Promise<UserAccount | undefined> {
  return withCounts(tx.selectFrom('users').where('users.id', '=', id), now).executeTakeFirst();
}

/** Whether this session still belongs to an administrator whose account is not disabled. */
export async function isAdminSession(
  tx: Tx,
  session: { user_id: number; session_id: number },
): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.id')
    .where('sessions.id', '=', session.session_id)
    .where('sessions.user_id', '=', session.user_id)
    .where('users.role', '=', 'admin')
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

interface UserChange {
  username?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  is_active?: boolean | undefined;
  subscription_end_date?: EndDate | undefined;
}

/**
 * Writes what is given and leaves the rest; 'taken' when the name is somebody else's, whatever its case. A bare end day
 * is one of `time_zone`.
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

/** The moment at which a subscription ends: a bare day ends with its last millisecond in that zone. */
export async function findEnd(tx: Tx, date: EndDate, time_zone: string): Promise<string | null> {
  const { rows } = await sql<{ moment: string | null }>`select ${endOf(date, time_zone)} as moment`.execute(
    tx,
  );
  return rows[0]?.moment ?? null;
}

/** The ids of all sessions of a user, its agents' too. */
export async function listSessions(tx: Tx, user_id: number): Promise<number[]> {
  const found = await tx.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute();
  return found.map(({ id }) => id);
}

/** Takes the user's own row, with sessions and agents; the rest goes later. */
export async function deleteUser(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.insertInto('deleted_users').values({ id, deleted_at: now }).execute();
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

function endOf(date: EndDate, time_zone: string): RawBuilder<string | null> {
  if (date === null) return sql`null::timestamptz`;
  if (date.includes('T')) return sql`${date}::timestamptz`;
  return sql`(${date}::date + 1)::timestamp at time zone ${time_zone} - interval '1 millisecond'`;
}

function findUsers(tx: Tx, { search, role, pack, status }: UserFilter, now: Date) {
  const isActive = sql<SqlBool>`(users.is_active and coalesce(users.subscription_end_date > ${now}, true))`;
  return tx
    .selectFrom('users')
    .$if(role !== undefined, (query) => query.where('users.role', '=', role ?? 'user'))
    .$if(pack !== undefined, (query) => query.where('users.pack', '=', pack ?? 'starter'))
    .$if(status !== undefined, (query) =>
      query.where(status === 'active' ? isActive : sql<SqlBool>`not ${isActive}`),
    )
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([contains(ref('users.username'), search ?? ''), sql<SqlBool>`users.id::text = ${search}`]),
      ),
    );
}

function withCounts(found: ReturnType<typeof findUsers>, now: Date) {
  const openLink = sql`from password_resets
    where password_resets.user_id = users.id and expires_at > ${now} and ${isMadeByAdmin}`;
  return found.select([
    sql<string | null>`(select expires_at ${openLink})`.as('reset_link_expires_at'),
    sql<string | null>`(select (select username from users maker where maker.id = made_by) ${openLink})`.as(
      'reset_link_made_by',
    ),
    'users.id',
    'users.username',
    'users.role',
    'users.pack',
    'users.subscription_end_date',
    'users.is_active',
    'users.password_reset_requested_at',
    'users.created_at',
    'users.last_login',
    sql<number>`(select count(*) from profiles p where p.user_id = users.id and p.deleted_at is null)`.as(
      'profile_count',
    ),
    sql<number>`(select count(*) from campaigns c
      where c.user_id = users.id and c.status = 'running' and c.deleted_at is null)`.as('running_campaigns'),
  ]);
}
