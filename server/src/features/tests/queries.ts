import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import type { Pause } from '@pigeonpost/contract/pauses';
import { readReason, reasonWords, type StoredReason } from '@pigeonpost/contract/reasons';
import { firstMomentAfterDay, hasRoom, hereOf, isDayReached } from '@pigeonpost/contract/rules/caps';
import type { PacedProfile, SendingDay } from '@pigeonpost/contract/rules/facts';
import { findUnfit as findReason } from '@pigeonpost/contract/rules/unfit';
import { valuesFor } from '@pigeonpost/contract/rules/values';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { pauseColumn } from '../../engine/change-status.ts';
import type { CampaignKey } from '../../engine/context.ts';
import { type AccountRow, readAccount } from '../../engine/read-facts.ts';
import { getAccount } from '../../rules-facts/account-queries.ts';
import { sendingDay } from '../../rules-facts/campaign-times-queries.ts';

const SECOND_MS = 1000;

export interface TestProfile {
  profile_name: string;
  is_active: boolean;
  is_blocked: boolean;
  is_signed_out: boolean;
  has_room: boolean;
  account_has_room: boolean;
  is_testing: boolean;
  /** The running campaign that uses it. */
  campaign: string | null;
}

/** A profile for a test; undefined if it is deleted or another user's. Tests must be shown. */
export async function findTestProfile(
  tx: Tx,
  { user_id, id, now }: { user_id: number; id: number; now: Date },
): Promise<TestProfile | undefined> {
  const { rows } = await sql<WithRoom<TestProfile>>`
    select profile_name, profiles.is_active, blocked_at is not null as is_blocked,
      signed_out_at is not null as is_signed_out,
      ${roomFacts('profiles', now)}, coalesce(uses.is_testing, false) as is_testing, uses.campaign
    from profiles
    join users u on u.id = profiles.user_id
    left join settings s on s.user_id = profiles.user_id
    cross join lateral (
      select bool_or(is_test(c.id)) as is_testing, min(c.name) filter (where not is_test(c.id)) as campaign
      from campaign_profiles used join campaigns c on c.user_id = used.user_id and c.id = used.campaign_id
      where used.user_id = profiles.user_id and used.profile_id = profiles.id and c.status = 'running'
        and c.deleted_at is null) uses
    where profiles.user_id = ${user_id} and profiles.id = ${id} and profiles.deleted_at is null`.execute(tx);
  return rows[0] && withRoom(rows[0], now);
}

interface RoomFacts {
  paced: PacedProfile;
  account: AccountRow;
  account_day: SendingDay | null;
}

type Room = Pick<TestProfile, 'has_room' | 'account_has_room'>;
type WithRoom<Row extends Room> = Omit<Row, keyof Room> & RoomFacts;

const roomFacts = (profile: string, now: Date) => sql`
  profile_facts(${sql.table(profile)}) as paced, account_facts(u, s) as account,
  ${sendingDay(sql`s.cap_day`, sql`0`, now)} as account_day`;

/** Whether its profile, and its user's account, is below its caps. */
function withRoom<Row extends RoomFacts>(
  { paced, account, account_day, ...row }: Row,
  now: Date,
): Omit<Row, keyof RoomFacts> & Room {
  const { settings, zone } = readAccount(account);
  const here = hereOf(zone, now.getTime());
  const has_room = hasRoom(paced, settings, here);
  return { ...row, has_room, account_has_room: !isDayReached(settings.cap_day, account_day, here) };
}

/** How many tests were made on the user's day so far, and the seconds until it ends. Tests must be shown. */
export async function countTestsToday(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<{ made: number; seconds_left: number }> {
  const { zone } = await getAccount(tx, user_id);
  const { day, moment } = hereOf(zone, now.getTime());
  const { rows } = await sql<{ made: number }>`
    select count(*)::integer as made from campaigns c join users u on u.id = c.user_id
    where c.user_id = ${user_id} and is_test(c.id) and wall_time(c.created_at, u.time_zone)::date = ${day}::date`.execute(
    tx,
  );
  return {
    made: rows[0]?.made ?? 0,
    seconds_left: Math.ceil((firstMomentAfterDay(day, zone) - moment) / SECOND_MS),
  };
}

/** Why this person cannot get a message with these parts, in words; null where they can (docs/behaviour.md#blanks). */
export async function findUnfit(
  tx: Tx,
  { user_id, parts, recipient }: { user_id: number; parts: string; recipient: string },
): Promise<string | null> {
  const { rows } = await sql<Omit<Parameters<typeof valuesFor>[1], 'recipient'>>`
    select (select fields from people where user_id = ${user_id} and recipient = ${recipient}) as fields,
      source_of(${user_id}, ${recipient})->>'source' as source, sample_stop_link()->>'optout' as stop_link`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('A query without a table has a row.');
  const read: CampaignPart[] = JSON.parse(parts);
  const reason = findReason(read, recipient, valuesFor(read, { recipient, ...row }));
  return reason ? reasonWords(reason) : null;
}

/** Keeps to whom a user's tests go. */
export async function rememberOwnName(tx: Tx, { user_id, own_name }: { user_id: number; own_name: string }) {
  await tx.updateTable('settings').set({ own_name }).where('user_id', '=', user_id).execute();
}

export interface TestRow extends Pick<TestProfile, 'has_room' | 'account_has_room'> {
  status: CampaignStatus;
  /** Why it was paused, and so has ended. */
  pause: Pause | null;
  state: string | null;
  reason: string | null;
  at: string | null;
  profile_name: string;
  recipient: string;
  is_frozen: boolean;
  is_late: boolean;
  /** When the pause of its profile ends, as a time of the user's day; null: it has. */
  pauses_until: string | null;
}

/** A test; undefined if it is another user's or was forgotten. Tests must be shown. */
export async function findTest(
  tx: Tx,
  { user_id, campaign_id, now }: CampaignKey & { now: Date },
): Promise<TestRow | undefined> {
  const { rows } = await sql<Omit<WithRoom<TestRow>, 'reason'> & { reason: StoredReason | null }>`
    select c.status, ${pauseColumn} as pause, d.state,
      stored_reason(d.state, d.reason_kind, d.reason_args, d.reason) as reason, coalesce(d.ended_at, c.completed_at) as at, p.profile_name,
      r.recipient, u.frozen_at is not null as is_frozen, c.not_after <= ${now} as is_late,
      ${roomFacts('p', now)},
      case when p.next_send_at > ${now} then to_char(wall_time(p.next_send_at, u.time_zone), 'HH24:MI') end
        as pauses_until
    from campaigns c
    join users u on u.id = c.user_id
    left join settings s on s.user_id = c.user_id
    join campaign_profiles used on used.user_id = c.user_id and used.campaign_id = c.id
    join profiles p on p.user_id = used.user_id and p.id = used.profile_id
    join recipients r on r.user_id = c.user_id and r.list_id = c.list_id
    left join deliveries d on d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id
    where c.user_id = ${user_id} and c.id = ${campaign_id} and is_test(c.id)`.execute(tx);
  const [row] = rows;
  return row && { ...withRoom(row, now), reason: readReason(row.reason).words };
}
