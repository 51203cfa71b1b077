import { PERSON_NOTES_MAX } from '@pigeonpost/contract/limits';
import { PERSON_TAGS_MAX } from '@pigeonpost/contract/people/tags';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { type Fill, mergeFields } from '../../fields/merge-queries.ts';
import { addSource } from '../../sources/queries.ts';

interface OfUser {
  user_id: number;
}

interface OfList extends OfUser {
  list_id: number;
  /** Where the names that this import added begin in line. */
  position: number;
  /** What the import states of where they all are from. */
  source_id: number | null;
}

const ROWS = 'place, recipient, fields, tags, note';

/**
 * Copies the people of an import into `import_names`, which has here what is known of them too, and makes room for
 * their other rows. `copyNames` does it for names alone.
 */
export async function copyPeople(tx: Tx, rows: AsyncIterable<Uint8Array>): Promise<void> {
  await sql`
    create temporary table import_names (place integer not null, recipient text collate "C" not null,
      fields jsonb, tags bigint[], note text) on commit drop`.execute(tx);
  await sql`create temporary table import_repeats (like pg_temp.import_names) on commit drop`.execute(tx);
  await tx.copyIn(`copy pg_temp.import_names (${ROWS}) from stdin`, rows);
}

/**
 * Copies the rows of people who have an earlier row, and fills the gaps of these. They bring only values that no earlier
 * row has, so that no value comes twice.
 */
export async function copyRepeats(tx: Tx, rows: AsyncIterable<Uint8Array>): Promise<void> {
  await tx.copyIn(`copy pg_temp.import_repeats (${ROWS}) from stdin`, rows);
  await sql`
    update pg_temp.import_names names
    set fields = ${mergeFields({ known: sql`coalesce(names.fields, '{}')`, added: sql`later.fields`, fill: 'empty' })}
    from (select recipient, jsonb_object_agg(key, value) as fields
      from pg_temp.import_repeats, jsonb_each(fields) group by recipient) later
    where names.recipient = later.recipient`.execute(tx);
  await sql`
    update pg_temp.import_names names set tags = ${addTags(sql`names.tags`, sql`later.tags`)}
    from (select recipient, array_agg(distinct tag) as tags
      from pg_temp.import_repeats, unnest(tags) as tag group by recipient) later
    where names.recipient = later.recipient`.execute(tx);
}

/** Whether something is known of anybody. */
export async function hasPeople(tx: Tx, { user_id }: OfUser): Promise<boolean> {
  const { rows } = await sql`select from people where user_id = ${user_id} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Notes of which people of the import something is known, and gives how many. From the index of names alone: to read
 * what is known of everybody would take longer than the rest of an import.
 */
export async function noteKnown(
  tx: Tx,
  { user_id, source_id }: Pick<OfList, 'user_id' | 'source_id'>,
): Promise<number> {
  await sql`
    create temporary table import_known (recipient text collate "C" not null) on commit drop`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into pg_temp.import_known (recipient)
    select recipient from pg_temp.import_names names
    where ${brings(source_id)}
      and exists (select from people where user_id = ${user_id} and recipient = names.recipient)`.execute(tx);
  return Number(numAffectedRows);
}

/** Finds those of them whom the import changes, or who have another value than it. */
export async function findChanges(
  tx: Tx,
  { user_id, source_id, fill }: Pick<OfList, 'user_id' | 'source_id'> & { fill: Fill },
): Promise<void> {
  await sql`
    create temporary table import_changes (recipient text collate "C" not null, fields jsonb not null,
      tags bigint[] not null, is_filled boolean not null, differs boolean not null) on commit drop`.execute(
    tx,
  );
  await sql`
    insert into pg_temp.import_changes (recipient, fields, tags, is_filled, differs)
    select recipient, fields, tags, is_filled, differs
    from (
      select names.recipient, row.fields, row.tags,
        ${mergeFields({ known: sql`people.fields`, added: sql`row.fields`, fill })} <> people.fields as is_filled,
        (people.fields || row.fields) <> (row.fields || people.fields) as differs,
        not row.tags <@ people.tags as is_tagged
      from pg_temp.import_known known
      join pg_temp.import_names names using (recipient)
      cross join lateral (select coalesce(names.fields, '{}') as fields, coalesce(names.tags, '{}') as tags) row
      join people on people.user_id = ${user_id} and people.recipient = known.recipient) known
    where is_filled or differs or is_tagged or ${source_id !== null}`.execute(tx);
}

/** How many of them have another value than the import. */
export async function countDiffering(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_temp.import_changes where differs`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Changes them, and gives how many were in the list already and have other fields now. What it replaces is in
 * `import_replaced` then; `replaced` counts whose values those are.
 */
export async function changeKnown(
  tx: Tx,
  { user_id, source_id, fill, ...list }: OfList & { fill: Fill },
): Promise<{ filled: number; replaced: number }> {
  // From what a person has now: somebody may have changed it since.
  const update = sql`
    update people
    set fields = ${mergeFields({ known: sql`people.fields`, added: sql`changes.fields`, fill })},
      tags = ${addTags(sql`people.tags`, sql`changes.tags`)},
      sources = ${source_id === null ? sql`people.sources` : addSource(sql`people.sources`, source_id)}
    from pg_temp.import_changes changes
    where people.user_id = ${user_id} and people.recipient = changes.recipient
      and (changes.is_filled or not changes.tags <@ people.tags or ${source_id !== null})`;
  const replaced = fill === 'replace' ? await keepReplaced(tx, update) : 0;
  if (fill === 'empty') await update.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_temp.import_changes changes
    where is_filled and ${wasThere({ user_id, ...list }, sql`changes.recipient`)}`.execute(tx);
  return { filled: rows[0]?.count ?? 0, replaced };
}

/** Keeps what the fields were that this update gives another value, and what they are; gives of how many people. */
async function keepReplaced(tx: Tx, update: RawBuilder<unknown>): Promise<number> {
  await sql`
    create temporary table import_replaced (recipient text collate "C" not null, before jsonb not null,
      after jsonb not null) on commit drop`.execute(tx);
  const { numAffectedRows } = await sql`
    with changed as (${update} returning people.recipient, old.fields as before, new.fields as after)
    insert into pg_temp.import_replaced (recipient, before, after)
    select recipient, was, becomes
    from changed, lateral (
      select jsonb_object_agg(key, value) as was, jsonb_object_agg(key, after -> key) as becomes
      from jsonb_each(before) where after -> key <> value) replaced
    where was is not null`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Adds the people of whom nothing was known, in the order of their names, so that each page of the index is visited
 * once, and gives how many of them were in the list already and have fields now. No `on conflict`, which takes twice as
 * long. `areAllNew`: nothing is known of any of them; `areAllAdded`: nobody was in the list.
 */
export async function insertPeople(
  tx: Tx,
  { areAllNew, areAllAdded, ...list }: OfList & { areAllNew: boolean; areAllAdded: boolean },
): Promise<number> {
  const { user_id, source_id } = list;
  const unknown = areAllNew
    ? sql``
    : sql`and not exists (select from pg_temp.import_known where recipient = names.recipient)`;
  const insert = sql`
    insert into people (user_id, recipient, fields, tags, sources)
    select ${user_id}, recipient, coalesce(fields, '{}'), coalesce(tags, '{}'), ${source_id === null ? [] : [source_id]}::bigint[]
    from pg_temp.import_names names where ${brings(source_id)} ${unknown}
    order by recipient`;
  if (areAllAdded) {
    await insert.execute(tx);
    return 0;
  }
  const { rows } = await sql<{ count: number }>`
    with made as (${insert} returning recipient, fields)
    select count(*) from made where fields <> '{}' and ${wasThere(list, sql`made.recipient`)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Adds the notes of the import's rows, except those that the person has already and those for which there is no room. */
export async function insertNotes(
  tx: Tx,
  { user_id, author_name, now }: OfUser & { author_name: string; now: Date },
): Promise<void> {
  await sql`
    with given as (
      select recipient, note, place from pg_temp.import_names where note is not null
      union all
      select recipient, repeats.note, repeats.place from pg_temp.import_repeats repeats
      join pg_temp.import_names using (recipient) where repeats.note is not null),
    added as (
      select recipient, note, min(place) as place,
        row_number() over (partition by recipient order by min(place)) as number
      from given
      where not exists (select from person_notes
        where user_id = ${user_id} and recipient = given.recipient and text = given.note)
      group by recipient, note)
    insert into person_notes (user_id, recipient, text, author_name, created_at)
    select ${user_id}, recipient, note, ${author_name}, ${now}::timestamptz from added
    where number + (select count(*) from person_notes where user_id = ${user_id} and recipient = added.recipient)
      <= ${PERSON_NOTES_MAX}
    order by recipient, place`.execute(tx);
}

/** Begins anew if the work fails because somebody else added one of the same people meanwhile. */
export async function againAfterConflict<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  for (let left = CONFLICTS; ; left--) {
    await tx.query('savepoint people');
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || left === 0) throw error;
      await tx.query('rollback to savepoint people');
    }
  }
}

// PostgreSQL's code for a key that is there already. Only changes of single people run beside an import.
const UNIQUE_VIOLATION = '23505';
const CONFLICTS = 5;

/** Tags with the added ones, rising; of more than a person can have, the known ones stay. */
function addTags(known: RawBuilder<unknown>, added: RawBuilder<unknown>) {
  return sql`
    (select coalesce(array_agg(tag order by tag), '{}') from (
      select tag from (
        select unnest(${known}) as tag, 1 as turn union all select unnest(${added}), 2) as all_tags
      group by tag order by min(turn), tag limit ${PERSON_TAGS_MAX}) as kept)`;
}

/** Whether a row says anything of its person. */
function brings(source_id: number | null): RawBuilder<unknown> {
  return source_id === null ? sql`(fields is not null or tags is not null)` : sql`true`;
}

function wasThere({ user_id, list_id, position }: Omit<OfList, 'source_id'>, recipient: RawBuilder<unknown>) {
  return sql`exists (select from recipients
    where user_id = ${user_id} and list_id = ${list_id} and recipients.recipient = ${recipient}
      and position < ${position}::bigint)`;
}
