import { LOOK_GROUPS, type LookGroup } from '@pigeonpost/contract/calls/plans';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/context.ts';
import type { CampaignPart } from '../../engine/message.ts';
import { type Judging, judgement, type PlannedText, valuesOfAll } from './judgement-queries.ts';

type PlanReason =
  | 'do_not_contact'
  | 'messaged'
  | 'replied'
  | 'budget'
  | 'left_out'
  | 'no_source'
  | 'taken_out'
  | 'unfilled'
  | 'too_long';

/** Some people of a plan, judged as the engine judges them at their turn. */
export interface JudgedPeople {
  looked_at: number;
  last: number | null;
  will: number;
  /** Those of them whom one profile alone writes to, in a follow-up. */
  own: OwnPeople[];
  longest: number;
  will_not: { reason: PlanReason; field: string | null; text: string; count: number; people: string[] }[];
  samples: PlanSample[];
}

/** People of a follow-up whom one profile alone writes to. */
export interface OwnPeople {
  profile_id: number;
  people: number;
}

/** A person who will get the message. */
export interface PlanSample {
  place: number;
  recipient_id: number;
  recipient: string;
  /** By the ids of fields. */
  values: Record<string, string>;
  length: number;
  fallbacks: number;
}

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

const IS_LEFT_OUT = sql`(starts_with(reason, in_left_out_list()) or starts_with(reason, has_left_out_tag())
  or starts_with(reason, before_replied_days()))`;
// The kind of a reason, and the field that it lacks, or which list, tag or days leave somebody out.
const KIND = sql`case
  when reason = on_do_not_contact() then 'do_not_contact'
  when starts_with(reason, recently_messaged()) or starts_with(reason, messaged_meanwhile()) then 'messaged'
  when starts_with(reason, replied_on()) then 'replied'
  when reason ~ ('^[0-9]+ messages?' || without_reply_words() || '$') then 'budget'
  when ${IS_LEFT_OUT} then 'left_out'
  when reason = no_stated_source() then 'no_source'
  when reason = taken_out_by_you() then 'taken_out'
  when starts_with(reason, nothing_for()) then 'unfilled' else 'too_long' end`;
const FIELD = sql`case when starts_with(reason, nothing_for()) then split_part(reason, '"', 2)
  when ${IS_LEFT_OUT} then reason end`;

const OWN = sql`(select coalesce(json_agg(own), '[]') from (
  select profile_id, count(*) as people from judged where reason is null and profile_id is not null
  group by profile_id) own)`;

/** Judges and counts the next people. */
export async function judgePeople(tx: Tx, text: PlannedText, judging: Judging): Promise<JudgedPeople> {
  const { user_id } = text;
  const { rows } = await sql<JudgedPeople>`
    with ${judgement(text, { ...judging, isByName: true })},
    refused as (
      select ${KIND} as kind, ${FIELD} as field, reason, recipient, place from judged where reason is not null),
    grouped as (
      select kind as reason, field, (array_agg(reason order by place))[1] as text, count(*) as count,
        (array_agg(recipient order by place))[1:${sql.lit(NAMES)}] as people
      from refused group by kind, field),
    chosen as (
      (select 1 as part, * from judged where reason is null order by place limit ${SAMPLES})
      union all (select 2, * from judged where reason is null and fallbacks > 0 order by fallbacks desc, place limit 1)
      union all (select 3, * from judged where reason is null order by length desc, place limit 1)),
    samples as (
      select part, place, json_build_object('place', place, 'recipient_id', id, 'recipient', recipient, 'length', length, 'fallbacks', fallbacks,
        'values', ${valuesOfAll(text, {
          recipient: sql`chosen.recipient`,
          begun: sql`chosen.blanks`,
          fields: sql`(select fields from people where user_id = ${user_id} and recipient = chosen.recipient)`,
        })}) as sample
      from chosen)
    select count(*) as looked_at, max(place) as last, count(*) filter (where reason is null) as will,
      coalesce(max(length) filter (where reason is null), 0) as longest,
      ${text.follows ? OWN : sql`'[]'::json`} as own,
      (select coalesce(json_agg(grouped), '[]') from grouped) as will_not,
      (select coalesce(json_agg(sample order by part, place), '[]') from samples) as samples
    from judged`.execute(tx);
  const [judged] = rows;
  if (!judged) throw new Error('A plan gave no row.');
  return judged;
}

/** Which people of a plan are asked for: who gets it, or has a reason; of a blank without a value, its field. */
export interface PlanGroup {
  group: PlanReason | 'will' | LookGroup;
  field: string | null;
}

export interface PlannedPerson {
  place: number;
  recipient_id: number;
  recipient: string;
  reason: string | null;
  /** Why they are worth a look. */
  look: string | null;
}

/** Whether its people get the text, and may be left out. */
export const isLookGroup = (group: string): group is LookGroup =>
  LOOK_GROUPS.some((known) => known === group);

/** The first people of a group among the next ones, and how far they were looked for. */
export async function listPlanned(
  tx: Tx,
  text: PlannedText,
  { group, field, most, ...judging }: Judging & PlanGroup & { most: number },
): Promise<{ looked_at: number; last: number | null; people: PlannedPerson[] }> {
  const wanted =
    group === 'will' || isLookGroup(group)
      ? sql`reason is null`
      : sql`reason is not null and ${KIND} = ${group} and (${field}::text is null or ${FIELD} = ${field})`;
  const { rows } = await sql<{ looked_at: number; last: number | null; people: PlannedPerson[] }>`
    with ${judgement(text, judging)},
    found as (
      select place, id as recipient_id, recipient, reason, look from judged where ${wanted} order by place limit ${most})
    select count(*) as looked_at, max(place) as last,
      (select coalesce(json_agg(found order by place), '[]') from found) as people
    from people_looked_at`.execute(tx);
  const [page] = rows;
  if (!page) throw new Error('A page of a plan gave no row.');
  return page;
}

/** Those among these people who get the message. */
export async function listSamples(tx: Tx, text: PlannedText, judging: Judging): Promise<PlanSample[]> {
  const { rows } = await sql<PlanSample>`
    with ${judgement(text, judging)}
    select place, id as recipient_id, recipient, length, fallbacks, ${valuesOfAll(text, {
      recipient: sql`judged.recipient`,
      begun: sql`judged.blanks`,
      fields: sql`(select fields from people where user_id = ${text.user_id} and recipient = judged.recipient)`,
    })} as values
    from judged where reason is null order by place`.execute(tx);
  return rows;
}
