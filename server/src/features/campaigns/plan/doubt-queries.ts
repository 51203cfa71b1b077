import type { DoubtGroup } from '@pigeonpost/contract/calls/plans';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { PlannedPeople } from './judgement-queries.ts';

/** A campaign, or what would be one (0), and its list. */
export interface DoubtsOf {
  user_id: number;
  campaign_id: number;
  list_id: number | null;
}

/** What a user has by which there could be doubts. */
export interface Doubtful {
  /** Whether somebody may get two messages. */
  may_repeat: boolean;
  /** Unfinished campaigns with other lists; their number is bounded. */
  others: number[];
  has_messaged: boolean;
  has_unknown: boolean;
}

// Each costs one look at an index for each person.
const OTHERS_MAX = 100;

/** One cheap query: who has nothing of the kind is not looked at further. */
export async function findDoubtful(tx: Tx, { user_id, campaign_id, list_id }: DoubtsOf): Promise<Doubtful> {
  const { rows } = await sql<Doubtful>`
    select not exists (select from settings where user_id = ${user_id} and never_twice_days is not null) as may_repeat,
      array(select id from campaigns
        where user_id = ${user_id} and id <> ${campaign_id} and list_id <> ${list_id}
          and status in ('pending', 'running', 'paused') and not is_draft and deleted_at is null
        order by id desc limit ${OTHERS_MAX}) as others,
      exists (select from message_ledger where user_id = ${user_id}) as has_messaged,
      exists (select from message_ledger where user_id = ${user_id} and not_found_at is not null) as has_unknown`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('A look gave no row.');
  return rows[0];
}

const day = (moment: RawBuilder<unknown>) => sql`to_char(wall_time(${moment}, u.time_zone), 'DD-MM-YYYY')`;

/** Whether a person of `q` came into a follow-up by hand. All others were messaged before, or it would not follow. */
const followsNothing = sql`not exists (select from recipients f
  where f.user_id = u.id and f.id = q.id and f.follows_at is not null)`;

/** Why a person of a judgement is in the group: the other campaign's name, or a day; null where they are not. */
export function doubtOf(
  group: DoubtGroup,
  { user_id, follows, others, now }: { user_id: number; follows: boolean; others: number[]; now: Date },
): RawBuilder<string | null> {
  const inLedger = sql`from message_ledger l where l.user_id = ${user_id} and l.recipient = q.recipient`;
  if (group === 'unknown')
    return sql`(select ${day(sql`l.not_found_at`)} ${inLedger}
      and l.not_found_at > ${now}::timestamptz - interval '1 year')`;
  if (group === 'recently')
    return sql`(select ${day(sql`messaged_at(l, ${now})`)} ${inLedger}
      and messaged_at(l, ${now}) > ${now}::timestamptz - interval '30 days'
      ${follows ? sql`and ${followsNothing}` : sql``})`;
  return sql`(
    select c.name from campaigns c
    -- By name alone: with the status the planner may read the whole line for each person.
    cross join lateral (select id, status, position from recipients
      where user_id = c.user_id and list_id = c.list_id and recipient = q.recipient offset 0) r
    left join lateral (select state from deliveries d
      where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id offset 0) d on true
    where c.user_id = ${user_id} and c.id = any (${others}::bigint[])
      and r.status = 'pending' and r.position <= coalesce(c.mark, r.position)
      and coalesce(d.state, 'waiting') in ('waiting', 'leased', 'sending')
    order by c.id limit 1)`;
}

/** Those whom a campaign has still to write to, by id, and those whom it is writing to. */
export const peopleLeft =
  ({ user_id, campaign_id }: { user_id: number; campaign_id: number }): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.id as place, r.id, r.recipient, case when d.recipient is not null then d.blanks end as blanks,
      false as is_taken_out
    from campaigns c
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    join recipients r on r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending'
      and r.position <= coalesce(c.mark, r.position)
    left join lateral (select state, recipient, blanks from deliveries d
      where d.user_id = c.user_id and d.campaign_id = c.id and d.recipient_id = r.id offset 0) d on true
    where c.user_id = ${user_id} and c.id = ${campaign_id} and r.id > ${after}
      and case when d.state is null then g.passed or r.position > g.cursor
        else d.state in ('waiting', 'leased', 'sending') end
    order by r.id limit ${limit}`;
