import type { Condition } from '@pigeonpost/contract/people/conditions';
import type { SetKind } from '@pigeonpost/contract/people/list-sets';
import { SPLIT_VALUES_MAX } from '@pigeonpost/contract/people/list-sets';
import type { RecipientFilter, RecipientStatus } from '@pigeonpost/contract/recipients';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { andMeets } from '../recipients/condition-queries.ts';
import { andOfKind, statusesOf } from '../recipients/filter-queries.ts';

/** Whose people a set takes, and how. */
export interface SetSource {
  user_id: number;
  kind: SetKind;
  list_ids: number[];
  search: string;
  status?: RecipientFilter | undefined;
  conditions: readonly Condition[];
  ids?: number[] | undefined;
  field_id?: number | undefined;
  tag_id?: number | undefined;
  into?: number | undefined;
  now: Date;
}

export interface Counted {
  people: number;
  in_both: number;
  not_matching: number;
  blocked: number;
  already_there: number;
}

/** Who is asked for of a list's people. */
function matches({ search, status, conditions, now }: SetSource): RawBuilder<SqlBool> {
  const parts = [
    ...(search === '' ? [] : [sql<SqlBool>`strpos(recipients.recipient, ${search}) > 0`]),
    ...(status === undefined
      ? []
      : [sql<SqlBool>`(recipients.status = any (${[...statusesOf(status)]}) ${andOfKind(status)})`]),
  ];
  const rest = andMeets(conditions, { now });
  return parts.length === 0 ? sql`(true ${rest})` : sql`(${sql.join(parts, sql` and `)} ${rest})`;
}

/**
 * The people of the lists, each once, and whether they match and are in more than one of the lists. Everything is one
 * statement, so that all lists are read as of one moment. In the order of names, in which an index has every list.
 */
function candidates(source: SetSource): RawBuilder<unknown> {
  const { user_id, kind, list_ids, ids, tag_id } = source;
  const [first = 0, second = 0] = list_ids;
  const isOfTwo = kind === 'subtract' || kind === 'intersect';
  // Tags are of people, whatever list they are in, so that none of the lists is read.
  if (kind === 'tagged')
    return sql`
      select recipient, 'pending' as status, true as is_match, false as is_in_both
      from people where user_id = ${user_id} and tags @> array[${tag_id}::bigint]`;
  // By joins: a subquery would be asked for each of a million rows.
  if (kind !== 'merge')
    return sql`
      select recipients.recipient, recipients.status, ${matches(source)} as is_match,
        ${isOfTwo ? sql`other.recipient is not null` : sql`false`} as is_in_both
      from recipients
      ${
        isOfTwo
          ? sql`left join recipients other on other.user_id = ${user_id} and other.list_id = ${second}
              and other.recipient = recipients.recipient`
          : sql``
      }
      where recipients.user_id = ${user_id} and recipients.list_id = ${first}
        ${ids ? sql`and recipients.id = any (${ids}::bigint[])` : sql``}`;
  // Whoever is in an earlier list, too, is taken from there.
  const of = (nth: number) => sql`
    select recipient, status, ${matches(source)} as is_match, ${nth}::integer as nth
    from recipients where user_id = ${user_id} and list_id = ${list_ids[nth]}`;
  return sql`
    select recipient, (array_agg(status order by not is_match, nth))[1] as status, bool_or(is_match) as is_match,
      count(*) > 1 as is_in_both
    from (${sql.join(
      list_ids.map((_, nth) => of(nth)),
      sql` union all `,
    )}) each group by recipient`;
}

/** The same with whether they are wanted, on do-not-contact, and in the list to which they would be added. */
function judged(source: SetSource): RawBuilder<unknown> {
  const { user_id, kind, into, field_id } = source;
  const isWanted =
    kind === 'subtract'
      ? sql`is_match and not is_in_both`
      : kind === 'intersect'
        ? sql`is_match and is_in_both`
        : sql`is_match`;
  return sql`
    select c.recipient, c.status, c.is_match, c.is_in_both, ${isWanted} as is_wanted,
      x.recipient is not null as is_blocked,
      ${into === undefined ? sql`false` : sql`there.recipient is not null`} as is_there,
      ${field_id === undefined ? sql`null` : sql`nullif(known.fields ->> ${String(field_id)}, '')`} as value
    from (${candidates(source)}) c
    left join do_not_contact x on x.user_id = ${user_id} and x.recipient = c.recipient
    ${
      into === undefined
        ? sql``
        : sql`left join recipients there on there.user_id = ${user_id} and there.list_id = ${into}
            and there.recipient = c.recipient`
    }
    ${
      field_id === undefined
        ? sql``
        : sql`left join people known on known.user_id = ${user_id} and known.recipient = c.recipient`
    }`;
}

const COUNTS = sql`
  count(*) filter (where is_wanted and not is_blocked and not is_there) as people,
  count(*) filter (where is_match and is_in_both) as in_both, count(*) filter (where not is_match) as not_matching,
  count(*) filter (where is_wanted and is_blocked) as blocked,
  count(*) filter (where is_wanted and not is_blocked and is_there) as already_there`;

/** Counts a set without making it. */
export async function countSet(tx: Tx, source: SetSource): Promise<Counted> {
  const { rows } = await sql<Counted>`select ${COUNTS} from (${judged(source)}) judged`.execute(tx);
  if (!rows[0]) throw new Error('A set gave no counts.');
  return rows[0];
}

/** Keeps all who are looked at, as of this moment, in a table that this transaction alone sees; counted as by countSet. */
export async function keepJudged(tx: Tx, source: SetSource): Promise<Counted> {
  await sql`
    create temporary table set_judged on commit drop as
    select recipient, status, is_match, is_in_both, is_wanted, is_blocked, is_there, value
    from (${judged(source)}) judged`.execute(tx);
  const { rows } = await sql<Counted>`select ${COUNTS} from pg_temp.set_judged`.execute(tx);
  if (!rows[0]) throw new Error('A set gave no counts.');
  return rows[0];
}

interface ValueCount {
  value: string | null;
  people: number;
}

/**
 * How many of a split have each value of its field, the most frequent first. The last is all others, if there are any. Of
 * the people that `keepJudged` kept, or of a source.
 */
export async function countValues(tx: Tx, source: SetSource | 'kept'): Promise<ValueCount[]> {
  const people = source === 'kept' ? sql`pg_temp.set_judged` : sql`(${judged(source)})`;
  const { rows } = await sql<ValueCount>`
    with each as (
      select value, count(*) as people from ${people} judged where is_wanted and not is_blocked group by value),
    ranked as (
      select value, people, value is not null
        and row_number() over (order by value is null, people desc, value) <= ${SPLIT_VALUES_MAX} as is_own
      from each)
    select value, sum(people)::integer as people
    from (select case when is_own then value end as value, people from ranked) named
    group by value order by value is null, people desc, value`.execute(tx);
  return rows;
}

/**
 * Divides the people that were kept, in the order of their names: by lot into parts of the same size, by their values, or
 * not at all, which is part 1. They are in `set_names` then.
 */
export async function divideKept(
  tx: Tx,
  { parts, values }: { parts: number | undefined; values: readonly (string | null)[] },
): Promise<void> {
  const part = parts
    ? sql`(row_number() over (order by random()) - 1) % ${sql.lit(parts)} + 1`
    : values.length > 0
      ? sql`coalesce(array_position(${[...values]}::text[], value), ${sql.lit(values.length)})`
      : sql`1`;
  await sql`
    create temporary table set_names on commit drop as
    select part, row_number() over (partition by part order by recipient) as place, recipient, status
    from (select recipient, status, (${part})::integer as part from pg_temp.set_judged
      where is_wanted and not is_blocked and not is_there) chosen
    order by part, place`.execute(tx);
}

/** How many of the kept people are in each part. */
export async function countParts(tx: Tx): Promise<{ part: number; people: number }[]> {
  const { rows } = await sql<{ part: number; people: number }>`
    select part, count(*) as people from pg_temp.set_names group by part order by part`.execute(tx);
  return rows;
}

interface PartBatch {
  user_id: number;
  list_id: number;
  part: number;
  position: number;
  keep_status: boolean;
  after: number;
  limit: number;
  now: Date;
}

/**
 * Puts some kept people of a part into a list, in line from `position` on and with rising ids, and counts them by status.
 */
export async function insertPart(
  tx: Tx,
  { user_id, list_id, part, position, keep_status, after, limit, now }: PartBatch,
): Promise<{ status: RecipientStatus; people: number }[]> {
  const { rows } = await sql<{ status: RecipientStatus; people: number }>`
    with added as (
      insert into recipients (user_id, list_id, recipient, status, position, created_at)
      select ${user_id}, ${list_id}, recipient, ${keep_status ? sql`status` : sql`'pending'`}, ${position}::bigint + place,
        ${now}::timestamptz
      from pg_temp.set_names
      where part = ${part} and place > ${after} and place <= ${after + limit} order by place
      returning status)
    select status, count(*) as people from added group by status`.execute(tx);
  return rows;
}
