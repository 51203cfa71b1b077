import * as z from 'zod';
import { cutCharacters } from '../characters.ts';
import { checkedText, Id } from '../fields.ts';
import { IMPORT_COLUMNS_MAX, IMPORT_MAX_LINES } from '../limits.ts';
import {
  cleanValue,
  FIELD_LABEL_MAX,
  fieldNameError,
  fieldNameOf,
  IMPORT_FIELDS_MAX,
} from '../person-fields.ts';
import { NO_RECIPIENT } from '../recipients.ts';
import { StatedSource } from '../sources.ts';
import { cleanTag, PERSON_TAGS_MAX, tagError } from '../tags.ts';

const NewField = z.strictObject({
  new_field: checkedText('Name the new field', (head) => fieldNameError(fieldNameOf(head))).transform(
    fieldNameOf,
  ),
  /** The head as it is in the file; without it, the name. */
  label: z
    .string()
    .transform((head) => cutCharacters(cleanValue(head), FIELD_LABEL_MAX))
    .optional(),
});

/** What a column beside the names becomes (docs/behaviour.md#imports-with-columns). */
const ImportColumn = z.union(
  [
    z.strictObject({ field: Id }),
    NewField,
    z.strictObject({ tags: z.literal(true) }),
    z.strictObject({ note: z.literal(true) }),
  ],
  'Each column is a field, a new_field, tags or note',
);

const TagName = checkedText('Tag is required', (text) => tagError(cleanTag(text))).transform(cleanTag);

/** The body of an import with columns, without its rows. */
export const ImportHead = z.object({
  list_id: Id,
  columns: z
    .array(ImportColumn, 'Say what each column becomes')
    .max(IMPORT_COLUMNS_MAX, `An import has at most ${IMPORT_COLUMNS_MAX} columns`)
    .refine(
      (columns) => columns.filter((one) => 'field' in one || 'new_field' in one).length <= IMPORT_FIELDS_MAX,
      `An import takes at most ${IMPORT_FIELDS_MAX} fields`,
    )
    .refine((columns) => columns.filter((one) => 'tags' in one).length <= 1, 'Only one column can have tags')
    .refine((columns) => columns.filter((one) => 'note' in one).length <= 1, 'Only one column can be a note'),
  /** For people of whom something is known: fill their gaps, or replace what they have. */
  fill: z.enum(['empty', 'replace'], 'fill is empty or replace').default('empty'),
  /** Put on everybody. */
  tags: z.array(TagName).max(PERSON_TAGS_MAX, `A person has at most ${PERSON_TAGS_MAX} tags`).default([]),
  /** Where everybody of it is from. */
  source: StatedSource.optional(),
});
export type ImportHead = z.output<typeof ImportHead>;

/** A whole import: each row has the name and a value for each column. */
export function importTable({ tooMany }: { tooMany: string }) {
  return ImportHead.extend({
    rows: z
      .custom<string[][]>(Array.isArray, NO_RECIPIENT)
      .refine(({ length }) => length >= 1, { error: NO_RECIPIENT, abort: true })
      .refine(({ length }) => length <= IMPORT_MAX_LINES, { error: tooMany, abort: true })
      .meta({
        type: 'array',
        items: { type: 'array', items: { type: 'string' }, minItems: 1 },
        minItems: 1,
        maxItems: IMPORT_MAX_LINES,
      }),
  }).superRefine(({ rows, columns }, context) => {
    for (const [index, row] of rows.entries()) {
      const message = rowError(row, { line: index + 1, columns: columns.length });
      if (message === undefined) continue;
      context.addIssue({ code: 'custom', path: ['rows'], message });
      return;
    }
  });
}

/** The error of a row, as a sentence, or undefined. */
export function rowError(
  row: unknown,
  { line, columns }: { line: number; columns: number },
): string | undefined {
  if (!Array.isArray(row) || !row.every((value) => typeof value === 'string'))
    return `Row ${line} is not a list of texts`;
  if (row.length === 0) return `Row ${line} has no name`;
  const values = row.length - 1;
  if (values === columns) return undefined;
  return `Row ${line} has ${count(values, 'value')} for ${count(columns, 'column')}`;
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
