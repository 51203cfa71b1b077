import { DOUBT_GROUPS, type DoubtGroup } from '@pigeonpost/contract/calls/plans';
import { type PlanReason, type Reason, reasonWords } from '@pigeonpost/contract/reasons';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import type { CampaignKey } from '../../../engine/context.ts';
import { type Judging, judgement, type PlannedText, valuesOfAll } from './judgement-queries.ts';

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

/** The parsed text that a campaign was made with, null where only {username} is filled, and whom it leaves out. */
export type CampaignText = Pick<PlannedText, 'parts' | 'leave_out'>;

/** Those of a campaign that exists. */
export async function findText(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<CampaignText> {
  const { rows } = await sql<CampaignText>`
    select parts, leave_out from campaigns where user_id = ${user_id} and id = ${campaign_id}`.execute(tx);
  return rows[0] ?? { parts: null, leave_out: null };
}

const NAMES = 100;
const SAMPLES = 10;

const OWN = sql`(select coalesce(json_agg(own), '[]') from (
  select profile_id, count(*) as people from judged where reason is null and profile_id is not null
  group by profile_id) own)`;

/** Judges and counts the next people. */
export async function judgePeople(tx: Tx, text: PlannedText, judging: Judging): Promise<JudgedPeople> {
  const { user_id } = text;
  const { rows } = await sql<Omit<JudgedPeople, 'will_not'> & { will_not: Refused[] }>`
    with ${judgement(text, { ...judging, isByName: true })},
    refused as (
      select reason->>'kind' as kind, case reason->>'kind' when 'unfilled' then reason when 'left_out' then reason end as field,
        reason, recipient, place
      from judged where reason is not null),
    grouped as (
      select (array_agg(reason order by place))[1] as reason, count(*) as count,
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
  return { ...judged, will_not: judged.will_not.map(inWords) };
}

/** People with one reason: of a blank, or of a list, a tag or days that are left out. The reason is the first person's. */
interface Refused {
  reason: Extract<Reason, { kind: PlanReason }>;
  count: number;
  people: string[];
}

function inWords({ reason, ...people }: Refused): JudgedPeople['will_not'][number] {
  const text = reasonWords(reason);
  const field = reason.kind === 'unfilled' ? reason.blank : reason.kind === 'left_out' ? text : null;
  return { reason: reason.kind, field, text, ...people };
}

/** Which people of a plan are asked for: who gets it, or has a reason with these values, such as a blank. */
export interface PlanGroup {
  group: PlanReason | 'will' | DoubtGroup;
  values: object;
}

export interface PlannedPerson {
  place: number;
  recipient_id: number;
  recipient: string;
  reason: Reason | null;
  /** The doubt about them. */
  doubt: string | null;
}

/** Whether its people get the text, and may be taken out. */
export const isDoubtGroup = (group: string): group is DoubtGroup =>
  DOUBT_GROUPS.some((known) => known === group);

/** The first people of a group among the next ones, and how far they were looked for. */
export async function listPlanned(
  tx: Tx,
  text: PlannedText,
  { group, values, most, ...judging }: Judging & PlanGroup & { most: number },
): Promise<{ looked_at: number; last: number | null; people: PlannedPerson[] }> {
  const wanted =
    group === 'will' || isDoubtGroup(group)
      ? sql`reason is null`
      : sql`reason @> ${JSON.stringify({ ...values, kind: group })}::jsonb`;
  const { rows } = await sql<{ looked_at: number; last: number | null; people: PlannedPerson[] }>`
    with ${judgement(text, judging)},
    found as (
      select place, id as recipient_id, recipient, reason, doubt from judged where ${wanted} order by place limit ${most})
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
