import * as z from 'zod';
import { checkedText, Id } from '../fields.ts';
import { IMPORT_COLUMNS_MAX, IMPORT_MAX_LINES } from '../limits.ts';
import {
  cleanValue,
  FIELD_LABEL_MAX,
  FIELD_NAME_MAX,
  fieldNameError,
  fieldNameOf,
  IMPORT_FIELDS_MAX,
} from '../people/person-fields.ts';
import { StatedSource } from '../people/sources.ts';
import { PERSON_TAGS_MAX } from '../people/tags.ts';
import { NO_RECIPIENT } from '../recipients.ts';
import { cutCharacters } from '../text/characters.ts';
import { TagName } from './tags.ts';

const NewField = z.strictObject({
  new_field: checkedText('Name the new field', (head) => fieldNameError(fieldNameOf(head)), {
    minLength: 1,
    pattern: String.raw`\p{L}`,
    description: `A head of a table. It is made a field’s name of at most ${FIELD_NAME_MAX} letters, digits and _.`,
  }).transform(fieldNameOf),
  /** The head as it is in the file; without it, the name. */
  label: z
    .string()
    .meta({ description: `Cut after ${FIELD_LABEL_MAX} characters.` })
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
    .refine((columns) => columns.filter((one) => 'note' in one).length <= 1, 'Only one column can be a note')
    .meta({
      allOf: [atMost(IMPORT_FIELDS_MAX, 'field', 'new_field'), atMost(1, 'tags'), atMost(1, 'note')],
    }),
  /** For people of whom something is known: fill their gaps, or replace what they have. */
  fill: z.enum(['empty', 'replace'], 'fill is empty or replace').default('empty'),
  /** Put on everybody. */
  tags: z.array(TagName).max(PERSON_TAGS_MAX, `A person has at most ${PERSON_TAGS_MAX} tags`).default([]),
  /** Where everybody of it is from. */
  source: StatedSource.optional(),
});
export type ImportHead = z.output<typeof ImportHead>;

/** At most so many items of a list have one of these keys, as JSON Schema says it. */
function atMost(maxContains: number, ...keys: string[]) {
  const having = keys.map((key) => ({ properties: { [key]: {} }, required: [key] }));
  const contains = having.length === 1 ? having[0] : { anyOf: having };
  return { contains, minContains: 0, maxContains };
}

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
