import type { PersonField, PersonNote, PersonTag } from '@pigeonpost/contract/calls/people';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** A name of one user. */
interface PersonKey {
  user_id: number;
  name: string;
}

interface Known {
  fields: PersonField[];
  tags: PersonTag[];
}

/** What the user knows of a person, without the values of fields and tags that are deleted. */
export async function getKnown(tx: Tx, { user_id, name }: PersonKey): Promise<Known> {
  const { rows } = await sql<Known>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'label', f.label, 'value', value)
          order by f.id), '[]')
        from jsonb_each_text(people.fields) join fields f on f.user_id = ${user_id} and f.id = key::bigint
        where f.deleted_at is null) as fields,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name)), '[]')
        from tags t where t.user_id = ${user_id} and t.id = any (people.tags) and t.deleted_at is null) as tags
    from people where user_id = ${user_id} and recipient = ${name}`.execute(tx);
  return rows[0] ?? { fields: [], tags: [] };
}

/** A person's row, locked, for a change; undefined where nothing is known. */
export async function lockPerson(
  tx: Tx,
  { user_id, name }: PersonKey,
): Promise<{ fields: Record<string, string>; tags: number[] } | undefined> {
  return tx
    .selectFrom('people')
    .select(['fields', 'tags'])
    .where('user_id', '=', user_id)
    .where('recipient', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes an empty row where there is none. */
export async function insertPerson(tx: Tx, { user_id, name }: PersonKey): Promise<void> {
  await sql`
    insert into people (user_id, recipient) values (${user_id}, ${name}) on conflict do nothing`.execute(tx);
}

/** Writes a locked person's row. Tags must rise. */
export async function updatePerson(
  tx: Tx,
  { user_id, name }: PersonKey,
  { fields, tags }: { fields: Record<string, string>; tags: number[] },
): Promise<void> {
  await sql`
    update people set fields = ${JSON.stringify(fields)}::jsonb, tags = ${tags}::bigint[]
    where user_id = ${user_id} and recipient = ${name}`.execute(tx);
}

/** The ids of the user's fields. None of them can be deleted before this transaction has ended. */
export async function holdFieldIds(tx: Tx, user_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from fields where user_id = ${user_id} and deleted_at is null order by id for share`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The same of those of the tags that there are. */
export async function holdTagIds(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tags where user_id = ${user_id} and id = any (${ids}::bigint[]) and deleted_at is null
    order by id for share`.execute(tx);
  return rows.map(({ id }) => id);
}

const noteColumns = ['id', 'text', 'author_name', 'created_at'] as const;

/** The notes of a person, newest first. */
export async function listNotes(tx: Tx, { user_id, name }: PersonKey): Promise<PersonNote[]> {
  return tx
    .selectFrom('person_notes')
    .select(noteColumns)
    .where('user_id', '=', user_id)
    .where('recipient', '=', name)
    .orderBy('id', 'desc')
    .execute();
}

/** Adds a note; the number of notes is the caller's. */
export async function insertNote(
  tx: Tx,
  { name, ...note }: PersonKey & { text: string; author_name: string; created_at: Date },
): Promise<PersonNote> {
  return tx
    .insertInto('person_notes')
    .values({ ...note, recipient: name })
    .returning(noteColumns)
    .executeTakeFirstOrThrow();
}

/** Returns whether there was one to delete. */
export async function deleteNote(
  tx: Tx,
  { user_id, name, id }: PersonKey & { id: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('person_notes')
    .where('user_id', '=', user_id)
    .where('recipient', '=', name)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
