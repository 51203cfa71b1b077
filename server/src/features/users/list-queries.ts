import {
  ENDING_DAYS,
  type Pack,
  type Role,
  type UserSort,
  type UserStatus,
  type UserView,
} from '@pigeonpost/contract/account/subscription';
import type { UserAccount, UserCounts } from '@pigeonpost/contract/calls/users';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows } from '../../database/sql/count-rows.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { isMadeByAdmin } from '../auth/reset-queries.ts';

interface UserFilter {
  search?: string | undefined;
  role?: Role | undefined;
  pack?: Pack | undefined;
  status?: UserStatus | undefined;
  view?: UserView | undefined;
}

/** An administrator needs no subscription; without an end date nothing has ended. */
const isActive = (now: Date) =>
  sql<SqlBool>`(users.is_active
    and (users.role = 'admin' or coalesce(users.subscription_end_date > ${now}, true)))`;

/** The subscription of a user who can sign in ends soon. */
const isEnding = (now: Date) =>
  sql<SqlBool>`(users.is_active and users.role <> 'admin' and users.subscription_end_date > ${now}
    and users.subscription_end_date <= ${now}::timestamptz + make_interval(days => ${ENDING_DAYS}::integer))`;

const HAS_ASKED = sql<SqlBool>`(users.password_reset_requested_at is not null)`;

const BY_NAME = sql`lower(users.username), users.id`;

// Missing dates come last in both directions; those of administrators do not count.
const END = sql`case when users.role = 'admin' then null else users.subscription_end_date end`;

const ORDERS: Record<UserSort, RawBuilder<unknown>> = {
  created_asc: sql`users.id`,
  name_asc: BY_NAME,
  name_desc: sql`lower(users.username) desc, users.id desc`,
  end_asc: sql`${END} nulls last, ${BY_NAME}`,
  end_desc: sql`${END} desc nulls last, ${BY_NAME}`,
  last_login_asc: sql`users.last_login nulls last, ${BY_NAME}`,
  last_login_desc: sql`users.last_login desc nulls last, ${BY_NAME}`,
};

/** One page of all users in the requested order, and their number. */
export async function listUsers(
  tx: Tx,
  options: { filter: UserFilter; sort_by?: UserSort; slice: Slice; now: Date },
): Promise<{ users: UserAccount[]; total: number }> {
  const { filter, sort_by = 'created_asc', slice, now } = options;
  const found = findUsers(tx, filter, now);
  const total = await countRows(found);
  const users = await withCounts(found, now)
    .orderBy(ORDERS[sort_by])
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { users, total };
}

/** The number of accounts in each view under the filters that all of them share. */
export async function countUsers(tx: Tx, filter: UserFilter, now: Date): Promise<UserCounts> {
  const { search, role, pack } = filter;
  return findUsers(tx, { search, role, pack }, now)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where ${isEnding(now)})`.as('ending'),
      sql<number>`count(*) filter (where not ${isActive(now)})`.as('expired'),
      sql<number>`count(*) filter (where ${HAS_ASKED})`.as('reset_requested'),
    ])
    .executeTakeFirstOrThrow();
}

function findUsers(tx: Tx, { search, role, pack, status, view }: UserFilter, now: Date) {
  return tx
    .selectFrom('users')
    .$if(role !== undefined, (query) => query.where('users.role', '=', role ?? 'user'))
    .$if(pack !== undefined, (query) => query.where('users.pack', '=', pack ?? 'starter'))
    .$if(status !== undefined, (query) =>
      query.where(status === 'active' ? isActive(now) : sql<SqlBool>`not ${isActive(now)}`),
    )
    .$if(view !== undefined, (query) => query.where(view === 'ending' ? isEnding(now) : HAS_ASKED))
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([contains(ref('users.username'), search ?? ''), sql<SqlBool>`users.id::text = ${search}`]),
      ),
    );
}

/** The administrators' columns of the found accounts. */
export function withCounts(found: ReturnType<typeof findUsers>, now: Date) {
  const openLink = sql`from password_resets
    where password_resets.user_id = users.id and expires_at > ${now} and ${isMadeByAdmin}`;
  return found.select([
    sql<string | null>`(select expires_at ${openLink})`.as('reset_link_expires_at'),
    sql<string | null>`(select (select username from users maker where maker.id = made_by) ${openLink})`.as(
      'reset_link_made_by',
    ),
    sql<boolean>`exists (select from email_addresses e where e.user_id = users.id and e.address is not null)`.as(
      'has_email',
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
