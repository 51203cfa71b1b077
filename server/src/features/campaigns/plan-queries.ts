import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/context.ts';
import type { CampaignPart } from '../../engine/message.ts';
import { line } from './people-queries.ts';

type PlanReason = 'do_not_contact' | 'messaged' | 'unfilled' | 'too_long';

/** Some people of a plan, judged as the engine judges them at their turn. */
export interface JudgedPeople {
  looked_at: number;
  last: number | null;
  will: number;
  longest: number;
  will_not: { reason: PlanReason; field: string | null; text: string; count: number; people: string[] }[];
  samples: PlanSample[];
}

/** A person who will get the message. */
interface PlanSample {
  recipient: string;
  /** By the ids of fields. */
  values: Record<string, string>;
  length: number;
  fallbacks: number;
}

export interface PlannedText {
  user_id: number;
  /** What the engine judges; null where the text needs no more than {username}. */
  parts: CampaignPart[] | null;
  /** The same for the length, without being null. */
  measured: CampaignPart[];
}

/** People of a plan, each with its place, and the values of a message that was begun. */
export type PlannedPeople = (page: { after: number; limit: number }) => RawBuilder<unknown>;

/** The parsed text that a campaign was made with; null where only {username} is filled. */
export async function findParts(
  tx: Tx,
  { user_id, campaign_id }: CampaignKey,
): Promise<CampaignPart[] | null> {
  const { rows } = await sql<{ parts: CampaignPart[] | null }>`
    select parts from campaigns where user_id = ${user_id} and id = ${campaign_id}`.execute(tx);
  return rows[0]?.parts ?? null;
}

const NAMES = 100;
const SAMPLES = 10;

/** The pending names of a list in the order of the line. */
export const peopleOfList =
  ({ user_id, list_id }: { user_id: number; list_id: number }): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.position as place, r.recipient, null::jsonb as blanks from recipients r
    where r.user_id = ${user_id} and r.list_id = ${list_id} and r.status = 'pending' and r.position > ${after}
    order by r.position limit ${limit}`;

/** Those who are left in the line of a campaign. */
export const peopleInLine =
  (key: CampaignKey): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.position as place, r.recipient, null::jsonb as blanks from ${line({ ...key, search: '' }, { limit, after })}`;

/** Those who wait to be tried again. */
export const peopleToRetry =
  ({ user_id, campaign_id }: CampaignKey): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select d.recipient_id as place, r.recipient, case when d.recipient is not null then d.blanks end as blanks
    from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.state = 'waiting'
      and d.retry_at is not null and r.status = 'pending' and d.recipient_id > ${after}
    order by d.recipient_id limit ${limit}`;

/** Judges the next people, by the functions that the claim uses (docs/engine.md#blanks). */
export async function judgePeople(
  tx: Tx,
  text: PlannedText,
  { people, after, limit, now }: { people: PlannedPeople; after: number; limit: number; now: Date },
): Promise<JudgedPeople> {
  const parts = text.parts && JSON.stringify(text.parts);
  const { rows } = await sql<JudgedPeople>`
    with needs as materialized (select needs_of(${parts}::jsonb) as needs),
    places as materialized (
      select field, char_length(coalesce(fallback, '')) as fallback
      from read_parts(${JSON.stringify(text.measured)}::jsonb) where field is not null),
    measure as materialized (
      select coalesce(sum(char_length(words)), 0) as words, count(*) filter (where words is null and field is null) as names
      from read_parts(${JSON.stringify(text.measured)}::jsonb)),
    people_looked_at as materialized (${people({ after, limit })}),
    judged as materialized (
      select q.place, q.recipient, given.blanks, skip_reason(false, x.recipient is not null,
        messaged_reason(s, q.recipient, ${now}, u.time_zone),
        case when ${parts}::jsonb is not null then unfit_reason(n.needs, q.recipient, given.blanks) end) as reason,
        m.words + m.names * char_length(q.recipient) + filled.length as length, filled.fallbacks
      from people_looked_at q
      cross join needs n cross join measure m
      join users u on u.id = ${text.user_id}
      left join settings s on s.user_id = u.id
      left join do_not_contact x on x.user_id = ${text.user_id} and x.recipient = q.recipient
      left join people p on ${parts}::jsonb is not null and p.user_id = ${text.user_id} and p.recipient = q.recipient
      cross join lateral (select coalesce(q.blanks, p.fields, '{}') as blanks) given
      cross join lateral (
        select coalesce(sum(coalesce(char_length(nullif(given.blanks->>field, '')), fallback)), 0) as length,
          count(*) filter (where nullif(given.blanks->>field, '') is null) as fallbacks
        from places) filled),
    refused as (
      select case
          when reason = on_do_not_contact() then 'do_not_contact'
          when starts_with(reason, recently_messaged()) then 'messaged'
          when starts_with(reason, nothing_for()) then 'unfilled' else 'too_long' end as kind,
        case when starts_with(reason, nothing_for()) then split_part(reason, '"', 2) end as field, reason, recipient, place
      from judged where reason is not null),
    grouped as (
      select kind as reason, field, (array_agg(reason order by place))[1] as text, count(*) as count,
        (array_agg(recipient order by place))[1:${sql.lit(NAMES)}] as people
      from refused group by kind, field),
    reached as materialized (select * from judged where reason is null),
    chosen as (
      (select 1 as part, * from reached order by place limit 1)
      union all (select 2, * from reached where fallbacks > 0 order by fallbacks desc, place limit 1)
      union all (select 3, * from reached order by length desc, place limit 1)
      union all (select 4, * from reached order by place limit ${SAMPLES}))
    select (select count(*) from people_looked_at) as looked_at, (select max(place) from people_looked_at) as last,
      (select count(*) from reached) as will, (select coalesce(max(length), 0) from reached) as longest,
      (select coalesce(json_agg(grouped), '[]') from grouped) as will_not,
      (select coalesce(json_agg(json_build_object('recipient', recipient, 'values', blanks, 'length', length,
        'fallbacks', fallbacks) order by part, place), '[]') from chosen) as samples`.execute(tx);
  const [judged] = rows;
  if (!judged) throw new Error('A plan gave no row.');
  return { ...judged, longest: Number(judged.longest) };
}
