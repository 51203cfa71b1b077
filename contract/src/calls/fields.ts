import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { cutCharacters } from '../characters.ts';
import { changeOf, checkedText, EmptyAnswer, Id, IdParams } from '../fields.ts';
import { cleanValue, FIELD_LABEL_MAX, fieldNameError } from '../person-fields.ts';

/** A field of a user's people (docs/behaviour.md#fields). */
export const Field = z.object({
  id: Id,
  /** In its normal form, as blanks name it. */
  name: z.string(),
  /** As it is shown: the head of the column that it came from. */
  label: z.string(),
  /** How many people have it, of all or of a list; null if it was not asked for. */
  people: z.int().nullable(),
  /** Up to three of its values in a list, if one was asked for. */
  examples: z.array(z.string()),
});
export type Field = z.infer<typeof Field>;

const normalName = (text: string) => text.normalize('NFKC').trim().toLowerCase().replace(/ +/g, '_');

const fields = {
  name: checkedText('Field name is required', (text) => fieldNameError(normalName(text))).transform(
    normalName,
  ),
  label: z
    .string('The label must be a text')
    .transform((text) => cutCharacters(cleanValue(text), FIELD_LABEL_MAX))
    .optional(),
};
const FieldAnswer = z.object({ field: Field });

export const fieldCalls = defineCalls({
  'GET /api/fields': {
    access: 'user',
    summary: 'What is known of your people: your fields, the oldest first.',
    query: z.object({
      /** Counts the people of this list, and gives examples. */
      list_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      /** Counts all people. */
      counted: z.literal('true', 'counted is true, or left out').optional(),
    }),
    response: z.object({ fields: z.array(Field) }),
  },
  'POST /api/fields': {
    access: 'subscriber',
    summary: 'Make a field; 50 at most.',
    body: z.object(fields),
    status: 201,
    response: FieldAnswer,
  },
  'PUT /api/fields/{id}': {
    access: 'subscriber',
    summary: 'Rename a field; left-out parts stay.',
    params: IdParams,
    body: changeOf(fields),
    response: FieldAnswer,
  },
  'DELETE /api/fields/{id}': {
    access: 'subscriber',
    summary: 'Delete a field and the values that people have in it.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
