import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { cutCharacters } from '../characters.ts';
import { changeOf, checkedText, EmptyAnswer, Id, IdParams } from '../fields.ts';
import { cleanValue, FIELD_LABEL_MAX, FIELDS_MAX, fieldNameError, typedFieldName } from '../person-fields.ts';

/** A field of a user's people (docs/behaviour.md#fields). */
export const Field = z.object({
  id: Id,
  /** In its normal form, as blanks name it. */
  name: z.string(),
  /** As it is shown: the head of the column that it came from. */
  label: z.string(),
  /** How many people have it, of all or of a list; null if that was not asked for. */
  people: z.int().nullable(),
  /** Up to three different values in the list that was asked for. */
  examples: z.array(z.string()),
});
export type Field = z.infer<typeof Field>;

const fields = {
  name: checkedText('Field name is required', (text) => fieldNameError(typedFieldName(text))).transform(
    typedFieldName,
  ),
  /** Without it, or empty, a new field has its name as the label. */
  label: z
    .string('The label must be a text')
    .transform((text) => cutCharacters(cleanValue(text), FIELD_LABEL_MAX))
    .optional(),
};
const FieldAnswer = z.object({ field: Field });

/** An id of the query, such as ?list_id=12. */
const QueryId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const fieldCalls = defineCalls({
  'GET /api/fields': {
    access: 'user',
    summary: 'Your fields, which people can have values in, the oldest first.',
    query: z.object({
      /** Counts the people of this list, and gives examples. */
      list_id: QueryId.optional(),
      /** Counts all people. */
      counted: z.literal('true', 'counted is true, or left out').optional(),
    }),
    response: z.object({
      fields: z.array(Field),
      /** False where there are more than PEOPLE_COUNTED people, so that each figure is the least. */
      is_counted_to_end: z.boolean(),
    }),
  },
  'POST /api/fields': {
    access: 'subscriber',
    summary: `Make a field; ${FIELDS_MAX} at most.`,
    body: z.object(fields),
    status: 201,
    response: FieldAnswer,
  },
  'PUT /api/fields/{id}': {
    access: 'subscriber',
    summary: 'Rename a field or change its label; left-out parts stay.',
    params: IdParams,
    body: changeOf(fields),
    response: FieldAnswer,
  },
  'DELETE /api/fields/{id}': {
    access: 'subscriber',
    summary: 'Delete a field, with the values that people have in it.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
