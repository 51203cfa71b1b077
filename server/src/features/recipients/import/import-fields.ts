import type { ImportHead } from '@pigeonpost/contract/calls/import-columns';
import { FIELDS_MAX } from '@pigeonpost/contract/people/person-fields';
import { TAGS_MAX } from '@pigeonpost/contract/people/tags';
import { caseless } from '@pigeonpost/contract/text/caseless';
import type { Tx } from '../../../database/transaction.ts';
import { badRequest, notFound } from '../../../errors.ts';
import {
  countFields,
  countTags,
  holdFields,
  holdTags,
  insertFields,
  insertTags,
} from './import-fields-queries.ts';

const FIELDS_FULL = `You have ${FIELDS_MAX} fields, the most there can be. Remove one in Settings, or leave this column out.`;
const TAGS_FULL = `You can have ${TAGS_MAX} tags. Remove some in Settings, or leave the tags out.`;

type Columns = ImportHead['columns'];

/**
 * The field of each column of an import, null where the column is none. New ones are made; 404 for one that is not
 * there, 400 where two columns are the same one or the user would have too many.
 */
export async function getFieldIds(
  tx: Tx,
  { user_id, columns, now }: { user_id: number; columns: Columns; now: Date },
): Promise<(number | null)[]> {
  const wanted = {
    user_id,
    ids: columns.flatMap((column) => ('field' in column ? [column.field] : [])),
    names: columns.flatMap((column) => ('new_field' in column ? [column.new_field] : [])),
  };
  if (wanted.ids.length + wanted.names.length === 0) return columns.map(() => null);
  const there = await holdFields(tx, wanted);
  const missing = columns.flatMap((column) =>
    'new_field' in column && !there.some(({ name }) => name === column.new_field)
      ? [{ name: column.new_field, label: column.label || column.new_field }]
      : [],
  );
  if (missing.length > 0) {
    if ((await countFields(tx, { user_id })) + missing.length > FIELDS_MAX) throw badColumns(FIELDS_FULL);
    await insertFields(tx, { user_id, fields: missing, now });
  }
  const fields = missing.length > 0 ? await holdFields(tx, wanted) : there;
  const found = columns.map((column) => {
    if (!('field' in column || 'new_field' in column)) return null;
    const field = fields.find(({ id, name }) =>
      'field' in column ? id === column.field : name === column.new_field,
    );
    if (!field) throw notFound('Field not found');
    return field;
  });
  const twice = found.find((field, index) => field && found.indexOf(field) < index);
  if (twice) throw badColumns(`Two columns are the field ${twice.name}`);
  return found.map((field) => field?.id ?? null);
}

/** The tags of everybody in an import, and those of its rows by their names without case. New ones are made. */
export async function getTagIds(
  tx: Tx,
  work: { user_id: number; tags: readonly string[]; row_tags: readonly string[]; now: Date },
): Promise<{ tags: number[]; tagIds: Record<string, number> }> {
  const { user_id, now } = work;
  const names = [...new Map([...work.row_tags, ...work.tags].map((name) => [caseless(name), name])).values()];
  if (names.length === 0) return { tags: [], tagIds: {} };
  const there = await holdTags(tx, { user_id, names });
  const known = new Set(there.map(({ name }) => caseless(name)));
  const missing = names.filter((name) => !known.has(caseless(name)));
  if (missing.length > 0) {
    if ((await countTags(tx, { user_id })) + missing.length > TAGS_MAX) throw badRequest(TAGS_FULL);
    await insertTags(tx, { user_id, names: missing, now });
  }
  const all = missing.length > 0 ? await holdTags(tx, { user_id, names }) : there;
  const tagIds = Object.fromEntries(all.map(({ id, name }) => [caseless(name), id]));
  return { tags: work.tags.flatMap((name) => tagIds[caseless(name)] ?? []), tagIds };
}

const badColumns = (error: string) => badRequest(error, { fields: { columns: error } });
