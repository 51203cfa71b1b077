import { PEOPLE_COUNTED } from '@pigeonpost/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** The people of a user, or those in one of the lists. */
interface Counted {
  user_id: number;
  list_id: number | undefined;
}

interface Counts<Value> {
  of: Map<number, Value>;
  is_counted_to_end: boolean;
}

const EXAMPLES = 3;
// Different values are looked for among the first so many people who have any.
const EXAMPLES_LOOKED_AT = 200;

/** How many people have a value in each field, by its id; for a list with up to three different values. */
export async function countFields(
  tx: Tx,
  counted: Counted,
): Promise<Counts<{ people: number; examples: string[] }>> {
  const { rows } = await sql<{ id: string; people: number; first: string[] | null; any: string }>`
    with ${peopleOf(counted)}
    select key as id, count(*) as people, any_value(value) as any,
      array_agg(value order by number) filter (where number <= ${EXAMPLES_LOOKED_AT}) as first
    from (select row_number() over () as number, fields from known) numbered, jsonb_each_text(fields)
    group by key`.execute(tx);
  const of = rows.map(({ id, people, first, any }) => {
    const examples = counted.list_id === undefined ? [] : [...new Set(first ?? [any])].slice(0, EXAMPLES);
    return [Number(id), { people, examples }] as const;
  });
  return { of: new Map(of), is_counted_to_end: await isCountedToEnd(tx, counted) };
}

/** How many people have each tag, by its id. */
export async function countTags(tx: Tx, counted: Counted): Promise<Counts<number>> {
  const { rows } = await sql<{ id: number; people: number }>`
    with ${peopleOf(counted)}
    select id, count(*) as people from known, unnest(tags) as id group by id`.execute(tx);
  const of = new Map(rows.map(({ id, people }) => [id, people]));
  return { of, is_counted_to_end: await isCountedToEnd(tx, counted) };
}

/** `known`: what is known of the people, by name. A list of millions costs no more than its first PEOPLE_COUNTED names. */
function peopleOf({ user_id, list_id }: Counted): RawBuilder<unknown> {
  if (list_id === undefined)
    return sql`known as (
      select fields, tags from people where user_id = ${user_id} order by recipient limit ${PEOPLE_COUNTED})`;
  return sql`known as (
    select people.fields, people.tags
    from (
      select recipient from recipients where user_id = ${user_id} and list_id = ${list_id}
      order by recipient limit ${PEOPLE_COUNTED}) names
    join people on people.user_id = ${user_id} and people.recipient = names.recipient
    order by people.recipient)`;
}

async function isCountedToEnd(tx: Tx, { user_id, list_id }: Counted): Promise<boolean> {
  const all =
    list_id === undefined
      ? sql`people where user_id = ${user_id}`
      : sql`recipients where user_id = ${user_id} and list_id = ${list_id}`;
  const { rows } = await sql`
    select from ${all} order by recipient offset ${PEOPLE_COUNTED} limit 1`.execute(tx);
  return rows.length === 0;
}
