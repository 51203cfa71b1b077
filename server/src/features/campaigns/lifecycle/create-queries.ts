import type { WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { type InsertObject, sql } from 'kysely';
import { minutesIn } from '../../../database/sql/multiranges.ts';
import { inNaturalOrder } from '../../../database/sql/natural-order.ts';
import { requireRoom } from '../../../database/sql/require-room.ts';
import type { Database } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { insertProgress } from '../../../engine/progress-queries.ts';
import { runningCampaignOfProfile } from '../../profiles/state-queries.ts';

export interface WantedProfile {
  id: number;
  profile_name: string;
  is_active: boolean;
  is_blocked: boolean;
  is_signed_out: boolean;
  running_campaign: { id: number; name: string } | null;
}

/**
 * A template's parts that a new campaign copies; undefined if it is deleted or another user's
 * (docs/behaviour.md#campaigns).
 */
export async function findMessage(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<{ name: string; content: string } | undefined> {
  return tx
    .selectFrom('templates')
    .select(['name', 'content'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The list's name that a new campaign copies; undefined if it is deleted or another user's. */
export async function findListName(
  tx: Tx,
  { user_id, id }: { user_id: number; id: number },
): Promise<string | undefined> {
  const list = await tx
    .selectFrom('lists')
    .select('name')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return list?.name;
}

/** The existing profiles among these, by name, with the fields that decide whether a campaign may use them. */
export async function listWantedProfiles(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: number[] },
): Promise<WantedProfile[]> {
  return tx
    .selectFrom('profiles')
    .select(['id', 'profile_name', 'is_active', runningCampaignOfProfile.as('running_campaign')])
    .select(sql<boolean>`blocked_at is not null`.as('is_blocked'))
    .select(sql<boolean>`signed_out_at is not null`.as('is_signed_out'))
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy(inNaturalOrder(sql<string>`profile_name`))
    .orderBy('id')
    .execute();
}

type CampaignColumns = Omit<InsertObject<Database, 'campaigns'>, 'user_id'> & { user_id: number };

/** The sending hours of an account; null is at any time. */
export async function findAccountHours(tx: Tx, user_id: number): Promise<WeekMinutes | null> {
  const { rows } = await sql<{ hours: WeekMinutes | null }>`
    select ${minutesIn(sql`hours`)} as hours from settings where user_id = ${user_id}`.execute(tx);
  return rows[0]?.hours ?? null;
}

/** The number of a user's drafts. */
export async function countDrafts(tx: Tx, user_id: number): Promise<number> {
  const { drafts } = await tx
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('user_id', '=', user_id)
    .where('is_draft', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return drafts;
}

/**
 * Makes a pending campaign with its counters at zero, and returns its id; 409 if there is no room for one more. The profiles
 * are checked already.
 */
export async function insertCampaign(
  tx: Tx,
  campaign: CampaignColumns,
  profile_ids: number[],
): Promise<number> {
  await requireRoom(tx, campaign.user_id, 'campaigns');
  const { user_id } = campaign;
  const { id } = await tx.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow();
  await insertProgress(tx, { user_id, campaign_id: id });
  await insertProfiles(tx, { user_id, campaign_id: id }, profile_ids);
  return id;
}

/** Gives a campaign its profiles, which are checked already. */
export async function insertProfiles(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
  profile_ids: number[],
): Promise<void> {
  await sql`insert into campaign_profiles (user_id, campaign_id, profile_id)
    select ${user_id}, ${campaign_id}, unnest(${profile_ids}::bigint[])`.execute(tx);
}
