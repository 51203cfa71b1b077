import * as z from 'zod';
import { Id, without } from '../fields.ts';
import { RECIPIENT_IDS_MAX } from '../limits.ts';
import { pageQuery } from '../paging.ts';
import {
  AFTER_EVERYBODY,
  isTagAction,
  RECIPIENT_BULK_ACTIONS,
  RECIPIENT_FILTERS,
  RECIPIENT_STATUSES,
  TAG_ACTIONS,
  VALUE_ACTION,
} from '../recipients.ts';
import { NO_CONDITION, Where } from './conditions.ts';
import { FieldValue } from './fields.ts';

export const RecipientFilter = z.enum(
  RECIPIENT_FILTERS,
  'Status must be pending, sent, failed, not_found, not_delivered, unclear, certainly_failed or replied',
);

const IDS_ERROR = `Name 1 to ${RECIPIENT_IDS_MAX} recipients by their ids`;
export const RecipientIds = z.array(Id, IDS_ERROR).min(1, IDS_ERROR).max(RECIPIENT_IDS_MAX, IDS_ERROR);

/** A change of those with these ids, or of a batch of all that match. */
export const BulkChange = z
  .object({
    action: z.enum(
      [...RECIPIENT_BULK_ACTIONS, ...TAG_ACTIONS, VALUE_ACTION],
      'The action must be delete, a status, tag, untag or set_value',
    ),
    /** With tag and untag. */
    tag_id: Id.optional(),
    /** With set_value; an empty value takes it away. */
    field_id: Id.optional(),
    value: FieldValue.optional(),
    /** Ids that are not in the list are passed over. */
    ids: RecipientIds.optional(),
    status: RecipientFilter.optional(),
    search: pageQuery().search,
    /** The last_id of the previous batch; with ids or where none, or AFTER_EVERYBODY. */
    after_id: z.int().nonnegative().optional(),
    where: Where.refine(({ length }) => length > 0, NO_CONDITION).optional(),
    /** With where: the last_id of the previous batch. */
    continue_after: z.int().nonnegative().optional(),
  })
  .refine(
    ({ ids, status, search, where, after_id }) =>
      ids === undefined ||
      ((status ?? search ?? where) === undefined && (after_id ?? AFTER_EVERYBODY) === AFTER_EVERYBODY),
    { error: 'Name either ids or what to search for, not both', path: ['ids'] },
  )
  .refine(({ where, after_id }) => where === undefined || (after_id ?? AFTER_EVERYBODY) === AFTER_EVERYBODY, {
    error: 'With where, name continue_after',
    path: ['after_id'],
  })
  .refine(({ where, continue_after }) => where !== undefined || continue_after === undefined, {
    error: 'Only where is continued by continue_after',
    path: ['continue_after'],
  })
  .refine(({ action, tag_id }) => isTagAction(action) === (tag_id !== undefined), {
    error: 'Name a tag with tag and untag, and with nothing else',
    path: ['tag_id'],
  })
  .refine(
    ({ action, field_id, value }) =>
      [field_id, value].every((given) => (action === VALUE_ACTION) === (given !== undefined)),
    { error: 'Name a field and its value with set_value, and with nothing else', path: ['field_id'] },
  )
  .meta({
    oneOf: [
      formOf(['delete', ...RECIPIENT_STATUSES], { lacks: ['tag_id', 'field_id', 'value'] }),
      formOf(TAG_ACTIONS, { needs: ['tag_id'], lacks: ['field_id', 'value'] }),
      formOf([VALUE_ACTION], { needs: ['field_id', 'value'], lacks: ['tag_id'] }),
    ],
    dependentRequired: { continue_after: ['where'] },
    dependentSchemas: {
      ids: {
        properties: { ...without(['status', 'search', 'where']), after_id: { const: AFTER_EVERYBODY } },
      },
      where: { properties: { after_id: { const: AFTER_EVERYBODY } } },
    },
  });

/** The body of these actions, as JSON Schema says it. */
function formOf(actions: readonly string[], { needs = [], lacks }: { needs?: string[]; lacks: string[] }) {
  return {
    properties: { action: { enum: [...actions] }, ...without(lacks) },
    required: ['action', ...needs],
  };
}

export const BulkChanged = z.object({
  changed: z.int(),
  /** Skipped, because their message is being sent. */
  busy: z.int(),
  /** With ids: who was skipped. */
  busy_ids: z.array(Id).optional(),
  /** With tag and untag: who cannot have another tag; with set_value: who would have too much text. */
  full: z.int().optional(),
  /** The same by ids, and those who were changed. */
  full_ids: z.array(Id).optional(),
  changed_ids: z.array(Id).optional(),
  /** With set_value by ids: what those who were changed had before, in their order; empty: nothing. */
  values_before: z.array(z.string()).optional(),
  /** Null after the last batch. */
  last_id: Id.nullable(),
});
