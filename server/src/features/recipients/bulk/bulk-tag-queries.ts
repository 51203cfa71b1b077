import { PERSON_TAGS_MAX } from '@pigeonpost/contract/people/tags';
import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';

interface Named {
  id: number;
  recipient: string;
}

/** Those of these ids that are in the list, in the order of their names. */
export async function listNamed(
  tx: Tx,
  { user_id, list_id, ids }: { user_id: number; list_id: number; ids: number[] },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, recipient from recipients
    where user_id = ${user_id} and list_id = ${list_id} and id = any (${ids}::bigint[])
    order by recipient`.execute(tx);
  return rows;
}

/** People by their names, each once: one probe of an index for each, whatever the statistics say. */
interface Tagging {
  user_id: number;
  names: string[];
  tag_id: number;
}

/** Makes an empty row for each name without one. */
export async function insertNames(tx: Tx, { user_id, names }: Omit<Tagging, 'tag_id'>): Promise<void> {
  await sql`
    insert into people (user_id, recipient) select ${user_id}, unnest(${names}::text[])
    on conflict do nothing`.execute(tx);
}

/**
 * Puts a tag on those who do not have it and have room for it, and gives their names. Deleted tags that the timer has not
 * taken off yet take no room, and go.
 */
export async function tagNames(tx: Tx, { user_id, names, tag_id }: Tagging): Promise<string[]> {
  const known = sql`array(select tag from unnest(people.tags) tag
    where exists (select from tags where tags.user_id = ${user_id} and tags.id = tag and deleted_at is null))`;
  const { rows } = await sql<{ recipient: string }>`
    update people set tags = array(select tag from unnest(${known} || ${tag_id}::bigint) tag order by tag)
    where user_id = ${user_id} and recipient = any (${names}::text[]) and not tags @> array[${tag_id}::bigint]
      and cardinality(${known}) < ${PERSON_TAGS_MAX}
    returning recipient`.execute(tx);
  return rows.map(({ recipient }) => recipient);
}

/** Which of them do not have a tag. */
export async function listUntagged(tx: Tx, { user_id, names, tag_id }: Tagging): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from people
    where user_id = ${user_id} and recipient = any (${names}::text[]) and not tags @> array[${tag_id}::bigint]`.execute(
    tx,
  );
  return rows.map(({ recipient }) => recipient);
}

/** Takes a tag off those who have it, and gives their names. */
export async function untagNames(tx: Tx, { user_id, names, tag_id }: Tagging): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    update people set tags = array_remove(tags, ${tag_id}::bigint)
    where user_id = ${user_id} and recipient = any (${names}::text[]) and tags @> array[${tag_id}::bigint]
    returning recipient`.execute(tx);
  return rows.map(({ recipient }) => recipient);
}
