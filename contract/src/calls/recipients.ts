import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import { CampaignOrListParams, EmptyAnswer, Id, IdParams, Time } from '../fields.ts';
import {
  IMPORT_BODY_LIMIT,
  IMPORT_MAX_LINES,
  IMPORT_TABLE_BODY_LIMIT,
  RECIPIENT_IDS_MAX,
  RECIPIENTS_PAGE_SIZE,
  SHOWN_FIELDS_MAX,
} from '../limits.ts';
import { PageInfo, pageQuery } from '../paging.ts';
import {
  AFTER_EVERYBODY,
  DEFAULT_RECIPIENT_SORT,
  IMPORT_RUNS,
  isTagAction,
  NO_RECIPIENT,
  RECIPIENT_BULK_ACTIONS,
  RECIPIENT_FILTERS,
  RECIPIENT_SORTS,
  RECIPIENT_STATUSES,
  TAG_ACTIONS,
} from '../recipients.ts';
import { StatedSource } from '../sources.ts';
import { NO_CONDITION, Where } from './conditions.ts';
import { importTable } from './import-columns.ts';

const RecipientStatus = z.enum(RECIPIENT_STATUSES, 'Status must be pending, sent, failed or not_found');
const RecipientFilter = z.enum(
  RECIPIENT_FILTERS,
  'Status must be pending, sent, failed, not_found, not_delivered, unclear, certainly_failed or replied',
);

export const Recipient = z.object({
  id: Id,
  recipient: z.string(),
  status: RecipientStatus,
  created_at: Time,
  list_id: Id,
  /** Whether the name is on the do-not-contact list. */
  do_not_contact: z.boolean(),
  /** For a failed recipient: whether the message may have arrived. */
  unclear: z.boolean(),
  /** When this person last replied, to any campaign; left out on others' rows, and where a single recipient is answered. */
  replied_at: Time.optional(),
  /** Values by the ids of their fields; on a page that asks for `fields`, as the tags. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Ids, rising. */
  tags: z.array(Id).optional(),
});
export type Recipient = z.infer<typeof Recipient>;

/** One campaign's delivery to a person. */
export const HistoryEntry = z.object({
  campaign_id: Id,
  campaign_name: z.string(),
  list_name: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** Why it was not sent, as text for people. */
  reason: z.string().nullable(),
  profile_name: z.string().nullable(),
  at: Time.nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** '12,13'. An id of no field is left out of the answer; tags alone come with '0'. */
const ShownFields = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'fields must be ids of fields with commas between them')
  .transform((text) => text.split(',').map(Number))
  .refine(({ length }) => length <= SHOWN_FIELDS_MAX, `A page shows at most ${SHOWN_FIELDS_MAX} fields`);

const IDS_ERROR = `Name 1 to ${RECIPIENT_IDS_MAX} recipients by their ids`;
const RecipientIds = z.array(Id, IDS_ERROR).min(1, IDS_ERROR).max(RECIPIENT_IDS_MAX, IDS_ERROR);

const RecipientAnswer = z.object({ recipient: Recipient });

const TOO_MANY = 'An import takes at most 1,000,000 names';
const bulk = { field: 'recipients', max: IMPORT_MAX_LINES, tooMany: TOO_MANY };

const BulkBody = z.object({
  recipients: recipientLines(bulk),
  list_id: Id,
  /** Where all of them are from. */
  source: StatedSource.optional(),
});

/** The long list of a bulk body. Each member must be a text. */
export function recipientLines({ max, tooMany }: { max: number; tooMany: string }) {
  // Checked as a whole: an array schema would copy a million values, and an error for each wrong one would take
  // seconds.
  return z
    .custom<unknown[]>(Array.isArray, NO_RECIPIENT)
    .refine(({ length }) => length >= 1, { error: NO_RECIPIENT, abort: true })
    .refine(({ length }) => length <= max, { error: tooMany, abort: true })
    .refine((lines) => lines.every((line) => typeof line === 'string'), 'Each recipient must be a text')
    .meta({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: max })
    .transform((lines) => lines as string[]);
}

// Checked as a whole: an import may have a million of them.
const LineNumbers = z
  .custom<number[]>(Array.isArray)
  .meta({ type: 'array', items: { type: 'integer' }, maxItems: IMPORT_MAX_LINES });

/** The result of an import or its check; lines count from 1. */
export const BulkReport = z.object({
  added: z.int(),
  /** Names that are in the import twice. */
  duplicates: z.int(),
  /** Names that the list already has; they stay unchanged. */
  already_there: z.int(),
  invalid: z.int(),
  /** Names on the do-not-contact list. */
  blocked: z.int(),
  /** The first line of each of these names; left out if there are none. */
  blocked_lines: LineNumbers.optional(),
  errors: z.array(z.object({ line: z.int(), value: z.string(), reason: z.string() })),
});
export type BulkReport = z.infer<typeof BulkReport>;

/** The result of an import with columns; lines are rows, counted from 1. */
export const ImportReport = BulkReport.extend({
  /** Names that the list already has, whose fields changed. */
  updated: z.int(),
  /** People who had another value in a field than the import. */
  differing: z.int(),
  /** What undoes it; null if it added nobody. */
  import_id: Id.nullable(),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const recipientCalls = defineCalls({
  'GET /api/lists/{id}/recipients': {
    access: 'user',
    summary: 'The recipients of a list.',
    params: CampaignOrListParams,
    query: z
      .object({
        ...pageQuery({ size: RECIPIENTS_PAGE_SIZE }),
        status: RecipientFilter.optional(),
        sort_by: z.enum(RECIPIENT_SORTS, 'This order is not known').default(DEFAULT_RECIPIENT_SORT),
        fields: ShownFields.optional(),
        where: Where.optional(),
        /** A view's conditions instead. */
        view: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      })
      .refine(({ where, view }) => where === undefined || view === undefined, {
        error: 'Name either where or a view, not both',
        path: ['view'],
      }),
    response: z.object({ recipients: z.array(Recipient), pagination: PageInfo }),
  },
  'POST /api/lists/{id}/recipients/bulk': {
    access: 'subscriber',
    summary:
      'Delete recipients, set their status, or put a tag on them or take it off: those with these ids, or a batch of all that match, and where to continue.',
    params: CampaignOrListParams,
    body: z
      .object({
        action: z.enum(
          [...RECIPIENT_BULK_ACTIONS, ...TAG_ACTIONS],
          'The action must be delete, a status, tag or untag',
        ),
        /** With tag and untag. */
        tag_id: Id.optional(),
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
      .refine(
        ({ where, after_id }) => where === undefined || (after_id ?? AFTER_EVERYBODY) === AFTER_EVERYBODY,
        { error: 'With where, name continue_after', path: ['after_id'] },
      )
      .refine(({ where, continue_after }) => where !== undefined || continue_after === undefined, {
        error: 'Only where is continued by continue_after',
        path: ['continue_after'],
      })
      .refine(({ action, tag_id }) => isTagAction(action) === (tag_id !== undefined), {
        error: 'Name a tag with tag and untag, and with nothing else',
        path: ['tag_id'],
      }),
    response: z.object({
      changed: z.int(),
      /** Skipped, because their message is being sent. */
      busy: z.int(),
      /** With ids: who was skipped. */
      busy_ids: z.array(Id).optional(),
      /** With tag and untag: who cannot have another tag. */
      full: z.int().optional(),
      /** With tag and untag by ids: the same, and those whose tags changed. */
      full_ids: z.array(Id).optional(),
      changed_ids: z.array(Id).optional(),
      /** Null after the last batch. */
      last_id: Id.nullable(),
    }),
  },
  'POST /api/lists/{id}/recipients/restore': {
    access: 'subscriber',
    summary:
      'Bring recipients back that were deleted by id within 10 minutes, as new ones with the status from before.',
    params: CampaignOrListParams,
    body: z.object({ ids: RecipientIds }),
    /** Those whose name is in the list again, or on do-not-contact, are not restored. */
    response: z.object({ restored: z.int() }),
  },
  'POST /api/recipients': {
    access: 'subscriber',
    summary: 'Add one recipient to a list.',
    body: z.object({
      recipient: z.string('Username is required'),
      list_id: Id,
      /** Where this person is from. */
      source: StatedSource.optional(),
    }),
    status: 201,
    response: RecipientAnswer,
  },
  'POST /api/recipients/bulk': {
    access: 'subscriber',
    summary: 'Add up to a million recipients: all of them, or none on an error.',
    body: BulkBody,
    bulk: { ...bulk, busy: IMPORT_RUNS },
    bodyLimit: IMPORT_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: BulkReport,
  },
  'POST /api/recipients/bulk/check': {
    access: 'user',
    summary: 'The report of an import, without writing anything.',
    body: BulkBody,
    bulk,
    bodyLimit: IMPORT_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: BulkReport,
  },
  'POST /api/recipients/import': {
    access: 'subscriber',
    summary: 'Add up to a million recipients with what is known of them: all of them, or none on an error.',
    body: importTable({ tooMany: TOO_MANY }),
    bulk: { field: 'rows', max: IMPORT_MAX_LINES, tooMany: TOO_MANY, busy: IMPORT_RUNS },
    bodyLimit: IMPORT_TABLE_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: ImportReport,
  },
  'GET /api/recipients/{id}/history': {
    access: 'user',
    summary: "Your campaigns' deliveries to the person of this name, in every list: the newest 100.",
    params: IdParams,
    response: z.object({ recipient: z.string(), history: z.array(HistoryEntry) }),
  },
  'DELETE /api/recipients/{id}': {
    access: 'subscriber',
    summary: 'Delete a recipient.',
    params: IdParams,
    response: EmptyAnswer,
  },
  'POST /api/recipients/{id}/restore': {
    access: 'subscriber',
    summary: 'Bring a deleted recipient back within 10 minutes, as a new one with the status from before.',
    params: IdParams,
    response: RecipientAnswer,
  },
  'PUT /api/recipients/{id}/status': {
    access: 'subscriber',
    summary: "Set a recipient's status by hand.",
    params: IdParams,
    body: z.object({ status: RecipientStatus }),
    response: RecipientAnswer,
  },
});
