import * as z from 'zod';
import { CSV, defineCalls } from '../call.ts';
import { DELIVERY_STATES } from '../campaigns.ts';
import { CampaignOrListParams, EmptyAnswer, Id, IdParams, personName, Time } from '../fields.ts';
import {
  IMPORT_BODY_LIMIT,
  IMPORT_MAX_LINES,
  IMPORT_TABLE_BODY_LIMIT,
  RECIPIENTS_PAGE_SIZE,
  SHOWN_FIELDS_MAX,
} from '../limits.ts';
import { PageInfo, pageQuery } from '../paging.ts';
import { StatedSource } from '../people/sources.ts';
import {
  DEFAULT_RECIPIENT_SORT,
  IMPORT_RUNS,
  NO_RECIPIENT,
  RECIPIENT_SORTS,
  RECIPIENT_STATUSES,
} from '../recipients.ts';
import { Where } from './conditions.ts';
import { importTable } from './import-columns.ts';
import { BulkChange, BulkChanged, RecipientFilter, RecipientIds } from './recipient-changes.ts';

const RecipientStatus = z
  .enum(RECIPIENT_STATUSES, 'Status must be pending, sent, failed or not_found')
  .meta({ id: 'RecipientStatus' });
export const Recipient = z
  .object({
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
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

/** One campaign's delivery to a person. */
export const HistoryEntry = z
  .object({
    campaign_id: Id,
    campaign_name: z.string(),
    list_name: z.string(),
    state: z.enum(DELIVERY_STATES),
    /** Why it was not sent, as text for people. */
    reason: z.string().nullable(),
    profile_name: z.string().nullable(),
    at: Time.nullable(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** '12,13'. An id of no field is left out of the answer; tags alone come with '0'. */
const ShownFields = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'fields must be ids of fields with commas between them')
  .meta({ pattern: String.raw`^\d{1,15}(,\d{1,15}){0,${SHOWN_FIELDS_MAX - 1}}$` })
  .transform((text) => text.split(',').map(Number))
  .refine(({ length }) => length <= SHOWN_FIELDS_MAX, `A page shows at most ${SHOWN_FIELDS_MAX} fields`);

const RecipientAnswer = z.object({ recipient: Recipient }).meta({ id: 'RecipientAnswer' });

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
export const BulkReport = z
  .object({
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
  })
  .meta({ id: 'BulkReport' });
export type BulkReport = z.infer<typeof BulkReport>;

/** The result of an import with columns; lines are rows, counted from 1. */
export const ImportReport = BulkReport.extend({
  /** Names that the list already has, whose fields changed. */
  updated: z.int(),
  /** People who had another value in a field than the import. */
  differing: z.int(),
  /** People of whom it replaced values, which an undo brings back. */
  replaced: z.int(),
  /** What undoes it; null if it added nobody and replaced nothing. */
  import_id: Id.nullable(),
}).meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof ImportReport>;

/** Which recipients of a list are meant. */
const filterQuery = {
  search: pageQuery().search,
  status: RecipientFilter.optional(),
  where: Where.optional(),
  /** A view's conditions instead. */
  view: z.coerce
    .number()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: 'The conditions of a view, in place of where.' })
    .optional(),
};

const hasOneFilter = ({ where, view }: { where?: unknown; view?: unknown }) =>
  where === undefined || view === undefined;
const ONE_FILTER = { error: 'Name either where or a view, not both', path: ['view'] };

export const recipientCalls = defineCalls({
  'GET /api/lists/{id}/recipients': {
    operationId: 'listRecipients',
    access: 'user',
    summary: 'The recipients of a list.',
    params: CampaignOrListParams,
    query: z
      .object({
        ...pageQuery({ size: RECIPIENTS_PAGE_SIZE }),
        ...filterQuery,
        sort_by: z.enum(RECIPIENT_SORTS, 'This order is not known').default(DEFAULT_RECIPIENT_SORT),
        fields: ShownFields.optional(),
      })
      .refine(hasOneFilter, ONE_FILTER),
    response: z.object({ recipients: z.array(Recipient), pagination: PageInfo }),
    refusals: { 404: 'The list, the view, or what a condition names is not there.' },
  },
  'GET /api/lists/{id}/recipients/export': {
    operationId: 'exportRecipients',
    access: 'user',
    timeLimitMs: null,
    summary: 'The same recipients, all of them, with their fields and tags, as comma-separated text.',
    params: CampaignOrListParams,
    query: z.object(filterQuery).refine(hasOneFilter, ONE_FILTER),
    response: z.any(),
    file: CSV,
    refusals: { 404: 'The list, the view, or what a condition names is not there.' },
  },
  'POST /api/lists/{id}/recipients/bulk': {
    operationId: 'changeRecipients',
    access: 'subscriber',
    summary:
      'Delete recipients, set their status, or put a tag on them or take it off: those with these ids, or a batch of all that match, and where to continue.',
    params: CampaignOrListParams,
    body: BulkChange,
    response: BulkChanged,
    refusals: {
      404: 'The list, the tag, the field, or what a condition names is not there.',
      409: 'The list is busy, or an import runs.',
    },
  },
  'POST /api/lists/{id}/recipients/restore': {
    operationId: 'restoreRecipients',
    access: 'subscriber',
    summary:
      'Bring recipients back that were deleted by id within 10 minutes, as new ones with the status from before.',
    params: CampaignOrListParams,
    body: z.object({ ids: RecipientIds }),
    /** Those whose name is in the list again, or on do-not-contact, are not restored. */
    response: z.object({ restored: z.int() }),
    refusals: { 409: 'The list is busy.' },
  },
  'POST /api/recipients': {
    operationId: 'addRecipient',
    access: 'subscriber',
    summary: 'Add one recipient to a list.',
    body: z.object({
      recipient: personName('Username is required'),
      list_id: Id,
      /** Where this person is from. */
      source: StatedSource.optional(),
    }),
    status: 201,
    response: RecipientAnswer,
    refusals: {
      404: 'The list is not there.',
      409: 'The name is in the list already, on do-not-contact or erased, or the list is busy.',
    },
  },
  'POST /api/recipients/bulk': {
    operationId: 'addRecipients',
    access: 'subscriber',
    summary: 'Add up to a million recipients: all of them, or none on an error.',
    body: BulkBody,
    bulk: { ...bulk, busy: IMPORT_RUNS },
    bodyLimit: IMPORT_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: BulkReport,
    refusals: {
      404: 'The list is not there.',
      409: 'Another import runs, or the list is busy.',
    },
  },
  'POST /api/recipients/bulk/check': {
    operationId: 'checkRecipients',
    access: 'user',
    summary: 'The report of an import, without writing anything.',
    body: BulkBody,
    bulk,
    bodyLimit: IMPORT_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: BulkReport,
    refusals: {
      404: 'The list is not there.',
      409: 'The secret key of the server cannot tell who was erased.',
    },
  },
  'POST /api/recipients/import': {
    operationId: 'importRecipients',
    access: 'subscriber',
    summary: 'Add up to a million recipients with what is known of them: all of them, or none on an error.',
    body: importTable({ tooMany: TOO_MANY }),
    bulk: { field: 'rows', max: IMPORT_MAX_LINES, tooMany: TOO_MANY, busy: IMPORT_RUNS },
    bodyLimit: IMPORT_TABLE_BODY_LIMIT,
    timeLimitMs: 600_000,
    response: ImportReport,
    refusals: {
      404: 'The list or a field is not there.',
      409: 'Another import runs, there is no room for another field or tag, or the list is busy.',
    },
  },
  'GET /api/recipients/{id}/history': {
    operationId: 'listRecipientHistory',
    access: 'user',
    summary: "Your campaigns' deliveries to the person of this name, in every list: the newest 100.",
    params: IdParams,
    response: z.object({ recipient: z.string(), history: z.array(HistoryEntry) }),
  },
  'DELETE /api/recipients/{id}': {
    operationId: 'deleteRecipient',
    access: 'subscriber',
    summary: 'Delete a recipient.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'A message to the recipient is being sent, or the list is busy.' },
  },
  'POST /api/recipients/{id}/restore': {
    operationId: 'restoreRecipient',
    access: 'subscriber',
    summary: 'Bring a deleted recipient back within 10 minutes, as a new one with the status from before.',
    params: IdParams,
    response: RecipientAnswer,
    refusals: {
      404: 'The recipient or the list is not there, or the time is over.',
      409: 'The name is in the list again, or on do-not-contact, or the list is busy.',
    },
  },
  'PUT /api/recipients/{id}/status': {
    operationId: 'setRecipientStatus',
    access: 'subscriber',
    summary: "Set a recipient's status by hand.",
    params: IdParams,
    body: z.object({ status: RecipientStatus }),
    response: RecipientAnswer,
    refusals: { 409: 'A message to the recipient is being sent, or the list is busy.' },
  },
});
