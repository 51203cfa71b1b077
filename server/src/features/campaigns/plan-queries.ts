import { countCharacters } from '@pigeonpost/contract/characters';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { CampaignKey } from '../../engine/context.ts';
import type { CampaignPart } from '../../engine/message.ts';
import { line } from './people-queries.ts';

type PlanReason = 'do_not_contact' | 'messaged' | 'taken_out' | 'unfilled' | 'too_long';

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

/** People of a plan, each with its place, the values of a message that was begun, and whether it was taken out. */
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
    select r.position as place, r.recipient, null::jsonb as blanks, false as is_taken_out from recipients r
    where r.user_id = ${user_id} and r.list_id = ${list_id} and r.status = 'pending' and r.position > ${after}
    order by r.position limit ${limit}`;

/** Those who are left in the line of a campaign. */
export const peopleInLine =
  (key: CampaignKey): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.position as place, r.recipient, null::jsonb as blanks, false as is_taken_out from ${line({ ...key, search: '' }, { limit, after })}`;

/** Those who wait to be tried again. */
export const peopleToRetry =
  ({ user_id, campaign_id }: CampaignKey): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select d.recipient_id as place, r.recipient, case when d.recipient is not null then d.blanks end as blanks,
      false as is_taken_out
    from deliveries d join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.state = 'waiting'
      and d.retry_at is not null and r.status = 'pending' and d.recipient_id > ${after}
    order by d.recipient_id limit ${limit}`;

/** Those who were taken out and are still pending. */
export const peopleTakenOut =
  ({ user_id, campaign_id }: CampaignKey): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select d.recipient_id as place, r.recipient, null::jsonb as blanks, true as is_taken_out
    from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.unsent = 'skipped' and d.is_taken_out
      and r.status = 'pending' and r.list_id = c.list_id and d.recipient_id > ${after}
    order by d.recipient_id limit ${limit}`;

/**
 * Judges the next people, by the functions that the claim uses (docs/engine.md#blanks). These are asked only of who may
 * not fit: a message whose exact length is known needs no judge that reads the whole text, which takes ten times as long.
 */
export async function judgePeople(
  tx: Tx,
  text: PlannedText,
  { people, after, limit, now }: { people: PlannedPeople; after: number; limit: number; now: Date },
): Promise<JudgedPeople> {
  const { user_id } = text;
  const parts = text.parts && JSON.stringify(text.parts);
  const message = measureMessage(text.measured);
  const unfit = parts
    ? sql`case when n.has_words and ${message.isFilled} and m.length <= longest_message() then null
        else unfit_reason(n, q.recipient, given.blanks) end`
    : sql`null`;
  const { rows } = await sql<JudgedPeople>`
    with needs as materialized (select (needs_of(${parts}::jsonb)).*),
    people_looked_at as materialized (${people({ after, limit })}),
    judged as materialized (
      select q.place, q.recipient, q.blanks, skip_reason(false, x.recipient is not null,
        messaged_reason(s, q.recipient, ${now}, u.time_zone), q.is_taken_out, ${unfit}) as reason, m.length, m.fallbacks
      from people_looked_at q
      cross join needs n
      join users u on u.id = ${user_id}
      left join settings s on s.user_id = u.id
      left join do_not_contact x on x.user_id = ${user_id} and x.recipient = q.recipient
      left join people p on ${parts}::jsonb is not null and p.user_id = ${user_id} and p.recipient = q.recipient
      cross join lateral (select coalesce(q.blanks, p.fields, '{}') as blanks) given
      -- Offset: else each use of a length would read the value again.
      cross join lateral (select ${message.lengths} as lengths offset 0) v
      cross join lateral (select ${message.length} as length, ${message.fallbacks} as fallbacks) m),
    refused as (
      select case
          when reason = on_do_not_contact() then 'do_not_contact'
          when starts_with(reason, recently_messaged()) then 'messaged'
          when reason = taken_out_by_you() then 'taken_out'
          when starts_with(reason, nothing_for()) then 'unfilled' else 'too_long' end as kind,
        case when starts_with(reason, nothing_for()) then split_part(reason, '"', 2) end as field, reason, recipient, place
      from judged where reason is not null),
    grouped as (
      select kind as reason, field, (array_agg(reason order by place))[1] as text, count(*) as count,
        (array_agg(recipient order by place))[1:${sql.lit(NAMES)}] as people
      from refused group by kind, field),
    chosen as (
      (select 1 as part, * from judged where reason is null order by place limit ${SAMPLES})
      union all (select 2, * from judged where reason is null and fallbacks > 0 order by fallbacks desc, place limit 1)
      union all (select 3, * from judged where reason is null order by length desc, place limit 1)),
    samples as (
      select part, place, json_build_object('recipient', recipient, 'length', length, 'fallbacks', fallbacks,
        'values', coalesce(blanks, (select fields from people
          where user_id = ${user_id} and recipient = chosen.recipient), '{}')) as sample
      from chosen)
    select count(*) as looked_at, max(place) as last, count(*) filter (where reason is null) as will,
      coalesce(max(length) filter (where reason is null), 0) as longest,
      (select coalesce(json_agg(grouped), '[]') from grouped) as will_not,
      (select coalesce(json_agg(sample order by part, place), '[]') from samples) as samples
    from judged`.execute(tx);
  const [judged] = rows;
  if (!judged) throw new Error('A plan gave no row.');
  return judged;
}

/** A message in SQL: its length, how many fallbacks it has, and whether it lacks nothing, by the lengths of the values. */
function measureMessage(parts: readonly CampaignPart[]) {
  const blanks = parts.filter((part) => typeof part !== 'string');
  const fields = [...new Set(blanks.flatMap(({ field }) => field ?? []))];
  const words = parts.reduce((sum, part) => sum + (typeof part === 'string' ? countCharacters(part) : 0), 0);
  const names = blanks.filter(({ field }) => field === undefined).length;
  const terms = fields.map((field, index) => {
    const uses = blanks.filter((blank) => blank.field === field);
    const length = sql`v.lengths[${sql.lit(index + 1)}]`;
    const fallback = uses.reduce((sum, { else: words = '' }) => sum + countCharacters(words), 0);
    return {
      value: sql`char_length(nullif(given.blanks->>${String(field)}::text, ''))`,
      filled: sql`coalesce(${length} * ${sql.lit(uses.length)}, ${sql.lit(fallback)})`,
      fallbacks: sql`case when ${length} is null then ${sql.lit(uses.length)} else 0 end`,
      isNeeded: uses.some((blank) => blank.else === undefined),
      isFilled: sql`${length} is not null`,
    };
  });
  const needed = terms.filter(({ isNeeded }) => isNeeded).map(({ isFilled }) => isFilled);
  return {
    lengths: sql`array[${sql.join(terms.map(({ value }) => value))}]::integer[]`,
    length: sql.join(
      [
        sql`${sql.lit(words)} + ${sql.lit(names)} * char_length(q.recipient)`,
        ...terms.map(({ filled }) => filled),
      ],
      sql` + `,
    ),
    fallbacks: sql.join([sql.lit(0), ...terms.map(({ fallbacks }) => fallbacks)], sql` + `),
    isFilled: sql.join([sql`true`, ...needed], sql` and `),
  };
}
