import type { FaultKind } from '@pigeonpost/contract/agent';
import type { Profile, ProfileCounts } from '@pigeonpost/contract/calls/profiles';
import type { PROFILE_SORTS, ProfileState } from '@pigeonpost/contract/profiles';
import type { PacedProfile } from '@pigeonpost/contract/rules/facts';
import { sql } from 'kysely';
import { countRows } from '../../database/sql/count-rows.ts';
import { inNaturalOrder } from '../../database/sql/natural-order.ts';
import { contains } from '../../database/sql/search.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';
import { getAccount } from '../../rules-facts/account-queries.ts';
import { isOpen } from '../agents/window-queries.ts';
import { halfAfterBlock, halfUntil, type Pacing, pacedProfile, pacingOf } from './pacing-queries.ts';
import { byTrouble, IN_PROFILE_STATE, profileCounts, runningCampaignOfProfile } from './state-queries.ts';

/** Why a profile rests, as text for people. */
export const restReason = sql<string | null>`
  case when profiles.blocked_at is not null then profiles.blocked_reason
    when profiles.signed_out_at is not null then profiles.signed_out_reason else profiles.fault_reason end`;

/** What a profile rests for; null without a fault. */
export const faultKind = sql<FaultKind | null>`
  case when profiles.faulted_at is not null then coalesce(profiles.fault_kind, 'machine') end`;

/** For `profiles`: the messages that a blocked one had sent on the day of its block, in its user's zone. */
export const sentBeforeBlock = sql<number | null>`
  case when profiles.blocked_at is not null then (
    select coalesce(sum(done.sent), 0)::int from users join daily_performance done on done.user_id = users.id
      and done.day = wall_time(profiles.blocked_at, users.time_zone)::date and done.profile_id = profiles.id
    where users.id = profiles.user_id) end`;

const columnsAt = (now: Date) =>
  [
    'profiles.id',
    'profiles.profile_name',
    'profiles.profile_path',
    'profiles.insta_username',
    sql<boolean>`profiles.insta_password is not null`.as('has_password'),
    'profiles.password_lost',
    sql<0 | 1>`profiles.is_active::int`.as('is_active'),
    'profiles.blocked_at',
    sentBeforeBlock.as('sent_before_block'),
    'profiles.signed_out_at',
    'profiles.faulted_at',
    faultKind.as('fault_kind'),
    'profiles.fault_until',
    restReason.as('rest_reason'),
    'profiles.next_send_at',
    runningCampaignOfProfile.as('running_campaign'),
    'profiles.agent_id',
    isOpen.as('is_open'),
    'profiles.cap_hour',
    'profiles.cap_day',
    halfUntil(now).as('slow_until'),
    pacedProfile.as('paced'),
    'profiles.created_at',
  ] as const;

type ProfileRow = Omit<Profile, keyof Pacing> & { paced: PacedProfile };

/** Profiles of one user, as calls answer them. */
async function toProfiles(
  tx: Tx,
  rows: ProfileRow[],
  { user_id, now }: { user_id: number; now: Date },
): Promise<Profile[]> {
  if (rows.length === 0) return [];
  const account = await getAccount(tx, user_id);
  return rows.map(({ paced, ...profile }) => ({ ...profile, ...pacingOf(paced, account, now) }));
}

/** The order of profiles wherever they are listed. */
export const byProfileName = inNaturalOrder(sql<string>`profile_name`);

interface Key {
  user_id: number;
  id: number;
}

/** A profile as of a moment. */
type KeyAt = Key & { now: Date };

/** Without a known fault of Firefox. */
export const NO_FAULT = { faulted_at: null, fault_reason: null, fault_until: null } as const;

/** The fields that a person may set; a left-out key stays. */
export interface ProfileChange {
  profile_name?: string;
  profile_path?: string;
  insta_username?: string | null;
  insta_password?: Buffer | null;
  /** Ends asking for a lost password. */
  password_lost?: false;
  agent_id?: number | null;
  cap_hour?: number | null;
  cap_day?: number | null;
  warm_up_day?: number | null;
}

/** One page of a user's profiles and their number; `counts` are those of the search, in any state. */
export async function listProfiles(
  tx: Tx,
  {
    user_id,
    search,
    is_active,
    state,
    sort_by = 'name',
    slice,
    now,
  }: {
    now: Date;
    user_id: number;
    search: string | undefined;
    is_active?: boolean | undefined;
    state?: ProfileState | undefined;
    sort_by?: (typeof PROFILE_SORTS)[number];
    slice: Slice;
  },
): Promise<{ profiles: Profile[]; counts: ProfileCounts; total: number }> {
  let found = foundProfiles(tx, { user_id, search });
  if (is_active !== undefined) found = found.where('is_active', '=', is_active);
  const { counts } = await found.select(profileCounts.as('counts')).executeTakeFirstOrThrow();
  if (state) found = found.where(IN_PROFILE_STATE[state]);
  let page = found.select(columnsAt(now));
  if (sort_by === 'trouble') page = page.orderBy(byTrouble);
  page = page.orderBy(byProfileName).orderBy('id').offset(slice.offset).limit(slice.limit);
  const profiles = await toProfiles(tx, await page.execute(), { user_id, now });
  return { profiles, counts, total: counts[state ?? 'all'] };
}

/** The user's profiles whose name, folder or @username contains the text. */
export function foundProfiles(tx: Tx, { user_id, search }: { user_id: number; search: string | undefined }) {
  const all = tx.selectFrom('profiles').where('user_id', '=', user_id).where('deleted_at', 'is', null);
  if (!search) return all;
  return all.where(({ or, ref }) =>
    or([
      contains(ref('profile_name'), search),
      contains(ref('profile_path'), search),
      contains(sql<string>`coalesce('@' || ${ref('insta_username')}, '')`, search),
    ]),
  );
}

/** Undefined for a profile that is deleted, or another user's. */
export async function findProfile(tx: Tx, { user_id, id, now }: KeyAt): Promise<Profile | undefined> {
  const found = await tx
    .selectFrom('profiles')
    .select(columnsAt(now))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return (await toProfiles(tx, found, { user_id, now }))[0];
}

/** The number that the pack limits (docs/behaviour.md#plans). */
export async function countProfiles(tx: Tx, user_id: number): Promise<number> {
  return countRows(tx.selectFrom('profiles').where('user_id', '=', user_id).where('deleted_at', 'is', null));
}

/** The id of the user's profile with this folder. */
export async function findProfileByPath(
  tx: Tx,
  { user_id, profile_path }: { user_id: number; profile_path: string },
): Promise<number | undefined> {
  const profile = await tx
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', user_id)
    .where('profile_path', '=', profile_path)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return profile?.id;
}

/** The folder and the pack are checked already (docs/behaviour.md#profiles). */
export async function insertProfile(
  tx: Tx,
  profile: Omit<Required<ProfileChange>, 'insta_password' | 'password_lost'> & {
    user_id: number;
    insta_password: Buffer | null;
    created_at: Date;
    signed_out_at: Date | null;
    signed_out_reason: string | null;
  },
): Promise<Profile> {
  const { id } = await tx.insertInto('profiles').values(profile).returning('id').executeTakeFirstOrThrow();
  const found = await findProfile(tx, { user_id: profile.user_id, id, now: profile.created_at });
  if (!found) throw new Error('A profile that was just added is gone.');
  return found;
}

/** Undefined if there is no such profile. */
export async function updateProfile(
  tx: Tx,
  { user_id, id, now }: KeyAt,
  change: ProfileChange,
): Promise<Profile | undefined> {
  // An empty password changes nothing.
  if (Object.keys(change).length > 0)
    await tx
      .updateTable('profiles')
      .set(change)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  return findProfile(tx, { user_id, id, now });
}

/** False if there is no such profile. */
export async function toggleProfile(tx: Tx, { user_id, id }: Key): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set(({ not, ref }) => ({ is_active: not(ref('is_active')) }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The fields that Resume writes. */
export const resumedAt = (now: Date) => ({
  slow_until: halfAfterBlock(now),
  blocked_at: null,
  blocked_reason: null,
  signed_out_at: null,
  signed_out_reason: null,
  // A folder that its machine does not list stays faulted until the machine lists it.
  faulted_at: sql<Date | null>`case when fault_until is null then faulted_at end`,
  fault_reason: sql<string | null>`case when fault_until is null then fault_reason end`,
  fault_until: null,
});

/** Ends a profile's rest: a block, an ended session, or a machine's fault. */
export async function resumeProfile(tx: Tx, { user_id, id, now }: KeyAt): Promise<Profile | undefined> {
  await tx
    .updateTable('profiles')
    .set(resumedAt(now))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  return findProfile(tx, { user_id, id, now });
}

/** Ends a profile's fault at once, after a test has shown that Firefox can start with it. */
export async function endFault(
  tx: Tx,
  { user_id, profile_path }: { user_id: number; profile_path: string },
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set(NO_FAULT)
    .where('user_id', '=', user_id)
    .where('profile_path', '=', profile_path)
    .where('deleted_at', 'is', null)
    .where('fault_until', 'is not', null)
    .execute();
}

/** Hides a profile and forgets its password; its results keep its name. False if there is no such profile. */
export async function markProfileDeleted(tx: Tx, { user_id, id }: Key, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ deleted_at: now, insta_password: null, password_lost: false })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
