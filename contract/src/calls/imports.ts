import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CampaignOrListParams, checkedText, EmptyAnswer, Id, IdParams, Time } from '../fields.ts';
import { IMPORT_CHOSEN_COLUMNS_MAX, IMPORT_HEADS_MAX } from '../limits.ts';
import { fieldNameError } from '../person-fields.ts';

const FieldName = checkedText('Name the field', fieldNameError);

/** What the other columns of a table became, by their heads in normalized form; fields by name. */
const ChosenColumns = z
  .record(
    z.string().max(IMPORT_HEADS_MAX),
    z.union(
      [
        z.strictObject({ field: FieldName }),
        z.strictObject({ new_field: FieldName }),
        z.enum(['tags', 'note', 'leave_out']),
      ],
      'Each column is a field, a new_field, tags, note or leave_out',
    ),
  )
  .refine(
    (columns) => Object.keys(columns).length <= IMPORT_CHOSEN_COLUMNS_MAX,
    `At most ${IMPORT_CHOSEN_COLUMNS_MAX} columns are remembered`,
  );

/**
 * The column of a table that had the names, and what the others became; `columns` is null if only the former was chosen.
 * `heads` are all heads of the table in their normalized form.
 */
const ImportChoice = z.object({
  heads: z.string(),
  column: z.string(),
  columns: ChosenColumns.nullable(),
  chosen_at: Time,
});

export const importCalls = defineCalls({
  'GET /api/lists/{id}/imports': {
    access: 'user',
    summary: 'The imports into a list that may still be undone, or are being undone, newest first.',
    params: CampaignOrListParams,
    response: z.object({
      imports: z.array(z.object({ id: Id, added: z.int(), created_at: Time, is_being_undone: z.boolean() })),
    }),
  },
  'DELETE /api/recipients/import/{id}': {
    access: 'subscriber',
    summary:
      'Undo an import: delete all recipients that it added, or none if one of them was changed. Called again it continues.',
    params: IdParams,
    timeLimitMs: 600_000,
    response: z.object({ removed: z.int() }),
  },
  'DELETE /api/imports/{id}': {
    access: 'subscriber',
    summary: 'The same at the address of version 1.0.0, which answers 409 once its time is over.',
    params: IdParams,
    timeLimitMs: 600_000,
    response: z.object({ removed: z.int() }),
  },
  'GET /api/import-choices': {
    access: 'user',
    summary: 'The columns chosen for earlier imports, newest first.',
    response: z.object({ choices: z.array(ImportChoice) }),
  },
  'PUT /api/import-choices': {
    access: 'subscriber',
    summary:
      'Remember which column of a table has the names and what the others are; without columns these stay. The newest 50 are kept.',
    body: z.object({
      heads: z.string().min(1, 'Name the heads').max(IMPORT_HEADS_MAX),
      column: z.string().min(1, 'Name the column').max(IMPORT_HEADS_MAX),
      columns: ChosenColumns.optional(),
    }),
    response: EmptyAnswer,
  },
});
