import type { LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import { OPTOUT } from '@pigeonpost/contract/people/stop-link';
import { SOURCE } from '@pigeonpost/contract/templates';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import { LOCAL_NAME } from '@pigeonpost/contract/text/message-text';
import { type RawBuilder, sql } from 'kysely';
import { line, type PeopleSearch } from '../people/people-queries.ts';

export interface PlannedText {
  user_id: number;
  /** When its campaign started; null: it did not yet. */
  started_at: string | null;
  /** Whether it is a follow-up: what came after the first message counts. */
  follows: boolean;
  /** Whom its campaign leaves out besides; null: nobody. */
  leave_out: LeaveOutInput;
  /** What the engine judges; null where the text needs no more than {username}. */
  parts: CampaignPart[] | null;
  /** The same for the length, without being null. */
  measured: CampaignPart[];
}

/** People of a plan, each with its place, the values of a message that was begun, and whether it was taken out. */
export type PlannedPeople = (page: { after: number; limit: number }) => RawBuilder<unknown>;

const named = (search: string) => (search === '' ? sql`` : sql`and strpos(r.recipient, ${search}) > 0`);

/** The pending names of a list in the order of the line. */
export const peopleOfList =
  ({ user_id, list_id, search }: { user_id: number; list_id: number; search: string }): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.position as place, r.id, r.recipient, null::jsonb as blanks, false as is_taken_out from recipients r
    where r.user_id = ${user_id} and r.list_id = ${list_id} and r.status = 'pending' and r.position > ${after} ${named(search)}
    order by r.position limit ${limit}`;

/** Those who are left in the line of a campaign. */
export const peopleInLine =
  (of: PeopleSearch): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select r.position as place, r.id, r.recipient, null::jsonb as blanks, false as is_taken_out from ${line(of, { limit, after })}`;

/** Those who wait to be tried again. */
export const peopleToRetry =
  ({ user_id, campaign_id, search }: PeopleSearch): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select d.recipient_id as place, r.id, r.recipient, case when d.recipient is not null then d.blanks end as blanks,
      false as is_taken_out
    from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.state = 'waiting' and d.retry_at is not null
      and has_left(r.status, r.position, c.mark, d.settled_token) is not true and d.recipient_id > ${after} ${named(search)}
    order by d.recipient_id limit ${limit}`;

/** Those who were taken out and are still pending. */
export const peopleTakenOut =
  ({ user_id, campaign_id, search }: PeopleSearch): PlannedPeople =>
  ({ after, limit }) =>
    sql`
    select d.recipient_id as place, r.id, r.recipient, null::jsonb as blanks, true as is_taken_out
    from deliveries d
    join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
    -- By id alone: before a new list is analyzed the planner would read its line for each of them.
    cross join lateral (select id, recipient, status, list_id from recipients
      where user_id = d.user_id and id = d.recipient_id offset 0) r
    where d.user_id = ${user_id} and d.campaign_id = ${campaign_id} and d.unsent = 'skipped' and d.is_taken_out
      and r.status = 'pending' and r.list_id = c.list_id and d.recipient_id > ${after} ${named(search)}
    order by d.recipient_id limit ${limit}`;

export interface Judging {
  people: PlannedPeople;
  after: number;
  limit: number;
  now: Date;
  /** The doubt about somebody, or null, by `q` and `u` of the judgement: only the former are judged. */
  doubt?: RawBuilder<string | null>;
  /** Judged in the order of names: what is known of neighbours lies on the same pages. For many who are all judged. */
  isByName?: boolean;
}

/**
 * The next people, judged by the functions that the claim uses (docs/engine.md#blanks). These are asked only of who may
 * not fit: a message whose exact length is known needs no judge that reads the whole text, which takes ten times as long.
 */
export function judgement(
  { user_id, started_at, follows, leave_out, ...text }: PlannedText,
  { people, after, limit, now, doubt, isByName = false }: Judging,
): RawBuilder<unknown> {
  const leftOut = mayLeaveOut(leave_out);
  const parts = text.parts && JSON.stringify(text.parts);
  const message = measureMessage(text.measured);
  const unfit = parts
    ? sql`case when n.has_words and ${message.isFilled} and m.length <= longest_message() then null
        else unfit_reason(n, q.recipient, given.blanks) end`
    : sql`null`;
  return sql`
    needs as materialized (select (needs_of(${parts}::jsonb)).*),
    people_looked_at as materialized (${people({ after, limit })}),
    judged as materialized (
      select q.place, q.id, q.recipient, q.blanks, skip_reason(x.recipient is not null,
        messaged_reason(s, q.recipient, ${now}, u.time_zone${follows ? sql`, u.id, ${followsAt}` : sql``}),
        left_alone_reason(u.id, s, ${started_at}::timestamptz, ${leftOut}, q.recipient, ${now}, u.time_zone${follows ? sql`, ${followsAt}` : sql``}), q.is_taken_out, ${unfit}) as reason, m.length, m.fallbacks,
        ${doubt ? sql`w.doubt` : sql`null`} as doubt, ${follows ? ownProfile : sql`null::bigint`} as profile_id
      from ${isByName ? sql`(select * from people_looked_at order by recipient)` : sql`people_looked_at`} q
      cross join needs n
      join users u on u.id = ${user_id}
      left join settings s on s.user_id = u.id
      ${doubt ? sql`join lateral (select ${doubt} as doubt offset 0) w on w.doubt is not null` : sql``}
      left join do_not_contact x on x.user_id = ${user_id} and x.recipient = q.recipient
      left join people p on ${parts}::jsonb is not null and p.user_id = ${user_id} and p.recipient = q.recipient
      cross join lateral (select ${valuesOfAll({ ...text, user_id }, { recipient: sql`q.recipient`, begun: sql`q.blanks`, fields: sql`p.fields` })} as blanks) given
      -- Offset: else each use of a length would read the value again.
      cross join lateral (select ${message.lengths} as lengths offset 0) v
      cross join lateral (select ${message.length} as length, ${message.fallbacks} as fallbacks) m)`;
}

/**
 * A person's values for a text: those of a message that was begun, or those that they have, with the source and with a stop
 * link of the right length, in place of none: a person gets theirs from the claim.
 */
export function valuesOfAll(
  { user_id, parts }: Pick<PlannedText, 'user_id' | 'parts'>,
  person: { recipient: RawBuilder<unknown>; begun: RawBuilder<unknown>; fields: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const has = (name: string) => parts?.some((part) => typeof part !== 'string' && part.field === name);
  const link = has(OPTOUT) ? sql`sample_stop_link() || ` : sql``;
  const source = has(SOURCE) ? sql`source_of(${user_id}, ${person.recipient}) || ` : sql``;
  const local = has(LOCAL_NAME) ? sql`local_name_of(${person.recipient}) || ` : sql``;
  return sql`${link}coalesce(${person.begun}, ${source}${local}coalesce(${person.fields}, '{}'))`;
}

/**
 * Whom the campaign leaves out, null for a person of `q` who is in none of the lists and has none of the tags: asking the
 * function that says why takes ten times as long.
 */
function mayLeaveOut(leave_out: LeaveOutInput): RawBuilder<unknown> {
  if (!leave_out) return sql`null::jsonb`;
  const { lists, tags, replied_days } = leave_out;
  const given = sql`${JSON.stringify(leave_out)}::jsonb`;
  if (replied_days !== null) return given;
  const inList = sql`exists (select from recipients o
    where o.user_id = u.id and o.list_id = any (${lists}::bigint[]) and o.recipient = q.recipient)`;
  const hasTag = sql`exists (select from people o
    where o.user_id = u.id and o.recipient = q.recipient and o.tags && ${tags}::bigint[])`;
  const any = [...(lists.length > 0 ? [inList] : []), ...(tags.length > 0 ? [hasTag] : [])];
  return sql`case when ${sql.join(any, sql` or `)} then ${given} end`;
}

/** When the message to a person of `q` was begun that a follow-up follows. */
const followsAt = sql`(select follows_at from recipients f where f.user_id = u.id and f.id = q.id)`;

/** The profile that alone writes to a person of `q` in a follow-up; null: any of its profiles. */
const ownProfile = sql`(select profile_id from recipients f where f.user_id = u.id and f.id = q.id)`;

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
