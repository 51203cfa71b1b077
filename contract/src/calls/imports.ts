import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { EmptyAnswer, Id, IdParams, Time } from '../fields.ts';
import { IMPORT_HEADS_MAX } from '../limits.ts';

/** The column of a table that had the names; `heads` are all of its heads in their normalized form. */
const ImportChoice = z.object({ heads: z.string(), column: z.string(), chosen_at: Time });

export const importCalls = defineCalls({
  'GET /api/lists/{id}/imports': {
    access: 'user',
    summary: 'The imports into a list that may still be undone, or are being undone, newest first.',
    params: IdParams,
    response: z.object({
      imports: z.array(z.object({ id: Id, added: z.int(), created_at: Time, is_being_undone: z.boolean() })),
    }),
  },
  'DELETE /api/imports/{id}': {
    access: 'subscriber',
    summary:
      'Undo an import: delete all recipients that it added, or none if one of them was changed. Called again it continues.',
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
    summary: 'Remember which column of a table has the names. The newest 50 are kept.',
    body: z.object({
      heads: z.string().min(1, 'Name the heads').max(IMPORT_HEADS_MAX),
      column: z.string().min(1, 'Name the column').max(IMPORT_HEADS_MAX),
    }),
    response: EmptyAnswer,
  },
});
