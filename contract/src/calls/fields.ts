import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, checkedText, EmptyAnswer, Id, IdParams, type TextForm } from '../fields.ts';
import {
  cleanValue,
  FIELD_LABEL_MAX,
  FIELD_NAME_MAX,
  FIELD_VALUE_MAX,
  FIELDS_MAX,
  fieldNameError,
  isValueCut,
  RESERVED_FIELDS,
  typedFieldName,
} from '../people/person-fields.ts';
import { cutCharacters } from '../text/characters.ts';
import { visibleLine } from '../text/visible-text.ts';

/** A field of a user's people (docs/behaviour.md#fields). */
export const Field = z
  .object({
    id: Id,
    /** In its normal form, as blanks name it. */
    name: z.string(),
    /** As it is shown: the head of the column that it came from. */
    label: z.string(),
    /** How many people have it, of all or of a list; null if that was not asked for. */
    people: z.int().nullable(),
    /** Up to three different values in the list that was asked for. */
    examples: z.array(z.string()),
  })
  .meta({ id: 'Field' });
export type Field = z.infer<typeof Field>;

/** What a person has in a field. */
export const FieldValue = z
  .string('A value is a text, or null')
  .refine((text) => !isValueCut(text), `A value must not exceed ${FIELD_VALUE_MAX} characters`)
  .meta({
    maxLength: FIELD_VALUE_MAX,
    description: 'Counted on one line, in Unicode’s form NFC, without spaces at its ends.',
  } satisfies TextForm);

/** A field's name as somebody types it. */
export const FieldNameForm = {
  minLength: 1,
  maxLength: FIELD_NAME_MAX,
  pattern: String.raw`^\p{L}[\p{L}\p{M}\p{N}_ ]*$`,
  description: `Kept in small letters, in Unicode’s form NFKC, with _ for spaces. None is called ${RESERVED_FIELDS.join(', ')}.`,
} satisfies TextForm;

const fields = {
  name: checkedText(
    'Field name is required',
    (text) => fieldNameError(typedFieldName(text)),
    FieldNameForm,
  ).transform(typedFieldName),
  /** Without it, or empty, a new field has its name as the label. */
  label: z
    .string('The label must be a text')
    .meta({ description: `Cut after ${FIELD_LABEL_MAX} characters.` })
    .transform((text) => cutCharacters(cleanValue(visibleLine(text)), FIELD_LABEL_MAX))
    .optional(),
};
const FieldAnswer = z.object({ field: Field }).meta({ id: 'FieldAnswer' });

/** An id of the query, such as ?list_id=12. */
const QueryId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const fieldCalls = defineCalls({
  'GET /api/fields': {
    operationId: 'listFields',
    access: 'user',
    summary: 'Your fields, which people can have values in, the oldest first.',
    query: z.object({
      /** Counts the recipients of this list, and gives examples. */
      list_id: QueryId.optional(),
      /** Counts all people. */
      counted: z.literal('true', 'counted is true, or left out').optional(),
    }),
    response: z.object({
      fields: z.array(Field),
      /** False where there are more than PEOPLE_COUNTED people, so that each figure is the least. */
      is_counted_to_end: z.boolean(),
    }),
    refusals: { 404: 'The list is not there.' },
  },
  'POST /api/fields': {
    operationId: 'createField',
    access: 'subscriber',
    summary: `Make a field; ${FIELDS_MAX} at most.`,
    body: z.object(fields),
    status: 201,
    response: FieldAnswer,
    refusals: { 409: 'A field has this name, there is no room for another one, or an import runs.' },
  },
  'PUT /api/fields/{id}': {
    operationId: 'updateField',
    access: 'subscriber',
    summary: 'Rename a field or change its label; left-out parts stay.',
    params: IdParams,
    body: changeOf(fields),
    response: FieldAnswer,
    refusals: {
      409: 'Another field has this name, a text that uses the field cannot be changed, or an import runs.',
    },
  },
  'DELETE /api/fields/{id}': {
    operationId: 'deleteField',
    access: 'subscriber',
    summary: 'Delete a field, with the values that people have in it.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'A template or a campaign uses the field, or an import runs.' },
  },
});
