import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CampaignOrListParams, checkedText, EmptyAnswer, Id, IdParams, sized, Time } from '../fields.ts';
import { IMPORT_CHOSEN_COLUMNS_MAX, IMPORT_HEADS_MAX } from '../limits.ts';
import { FIELD_NAME, fieldNameError } from '../people/person-fields.ts';
import { FieldNameForm } from './fields.ts';

/** What an undo did. */
const ImportUndone = z
  .object({
    /** Recipients that are out of the list again. */
    removed: z.int(),
    /** People who have values back that the import replaced. */
    restored: z.int(),
  })
  .meta({ id: 'ImportUndone' });

/** A field's name in its normal form. */
const FieldName = checkedText('Name the field', fieldNameError, {
  ...FieldNameForm,
  pattern: FIELD_NAME.source,
  description: 'In its normal form, as fields are answered.',
});

/** What the other columns of a table became, by their heads in normalized form; fields by name. */
const ChosenColumns = z
  .record(
    sized(z.string(), { max: IMPORT_HEADS_MAX }),
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
  )
  .meta({ maxProperties: IMPORT_CHOSEN_COLUMNS_MAX });

/**
 * The column of a table that had the names, and what the others became; `columns` is null if only the former was chosen.
 * `heads` are all heads of the table in their normalized form.
 */
const ImportChoice = z
  .object({
    heads: z.string(),
    column: z.string(),
    columns: ChosenColumns.nullable(),
    chosen_at: Time,
  })
  .meta({ id: 'ImportChoice' });

export const importCalls = defineCalls({
  'GET /api/lists/{id}/imports': {
    operationId: 'listImports',
    access: 'user',
    summary: 'The imports into a list that may still be undone, or are being undone, newest first.',
    params: CampaignOrListParams,
    response: z.object({
      imports: z.array(z.object({ id: Id, added: z.int(), created_at: Time, is_being_undone: z.boolean() })),
    }),
  },
  'DELETE /api/recipients/import/{id}': {
    operationId: 'undoImport',
    access: 'subscriber',
    summary:
      'Undo an import: delete all recipients that it added and bring back the values that it replaced, or neither if one of the recipients was changed. Called again it continues.',
    params: IdParams,
    timeLimitMs: 600_000,
    response: ImportUndone,
    refusals: {
      404: 'The import is not there, or its time is over.',
      409: 'A recipient was written to or changed since, or an import runs.',
    },
  },
  'DELETE /api/imports/{id}': {
    operationId: 'deleteImport',
    access: 'subscriber',
    summary: 'The same at the address of version 1.0.0, which answers 409 once its time is over.',
    params: IdParams,
    timeLimitMs: 600_000,
    response: ImportUndone,
    refusals: {
      409: 'The time of the import is over, a recipient was written to or changed since, or an import runs.',
    },
  },
  'GET /api/import-choices': {
    operationId: 'listImportChoices',
    access: 'user',
    summary: 'The columns chosen for earlier imports, newest first.',
    response: z.object({ choices: z.array(ImportChoice) }),
  },
  'PUT /api/import-choices': {
    operationId: 'saveImportChoice',
    access: 'subscriber',
    summary:
      'Remember which column of a table has the names and what the others are; without columns these stay. The newest 50 are kept.',
    body: z.object({
      heads: sized(z.string().min(1, 'Name the heads'), { max: IMPORT_HEADS_MAX }),
      column: sized(z.string().min(1, 'Name the column'), { max: IMPORT_HEADS_MAX }),
      columns: ChosenColumns.optional(),
    }),
    response: EmptyAnswer,
  },
});
