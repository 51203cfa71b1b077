import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams, NOT_BLANK, ONE_LINE, personName, Time } from '../fields.ts';
import { DO_NOT_CONTACT_BODY_LIMIT, DO_NOT_CONTACT_MAX_LINES } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import {
  DO_NOT_CONTACT_HOWS,
  TAKE_OFF_REASON_MAX,
  TAKE_OFF_REASON_MIN,
  takeOffReasonError,
} from '../people/stop-link.ts';
import { BulkReport, recipientLines } from './recipients.ts';

const bulk = {
  field: 'recipients',
  max: DO_NOT_CONTACT_MAX_LINES,
  tooMany: 'Add at most 50,000 names at once',
};

export const DoNotContactEntry = z
  .object({
    id: Id,
    recipient: z.string(),
    created_at: Time,
    /**
     * By its owner's hand, by a reply that asks for no more messages, by the stop link, or because the person was erased: then
     * ERASED_NAME stands for the name.
     */
    how: z.enum([...DO_NOT_CONTACT_HOWS, 'erased']),
  })
  .meta({ id: 'DoNotContactEntry' });
export type DoNotContactEntry = z.infer<typeof DoNotContactEntry>;

export const doNotContactCalls = defineCalls({
  'GET /api/do-not-contact': {
    operationId: 'listDoNotContact',
    access: 'user',
    summary:
      'The names that no campaign writes to. A search for the whole name finds somebody who was erased.',
    query: z.object(pageQuery()),
    response: z.object({ do_not_contact: z.array(DoNotContactEntry), pagination: Pagination }),
    refusals: { 409: 'The secret key of the server cannot tell who was erased.' },
  },
  'POST /api/do-not-contact': {
    operationId: 'addDoNotContact',
    access: 'user',
    summary: 'Add a name; an existing one gets the same answer.',
    body: z.object({ recipient: personName('Username is required') }),
    status: 201,
    response: z.object({ entry: DoNotContactEntry }),
    refusals: { 409: 'The secret key of the server cannot tell who was erased.' },
  },
  'POST /api/do-not-contact/bulk': {
    operationId: 'addManyDoNotContact',
    access: 'user',
    summary: 'Add up to 50,000 names; invalid ones are left out, and counted.',
    body: z.object({ recipients: recipientLines(bulk) }),
    bulk,
    bodyLimit: DO_NOT_CONTACT_BODY_LIMIT,
    response: BulkReport.omit({ blocked: true, blocked_lines: true }),
    refusals: { 409: 'The secret key of the server cannot tell who was erased.' },
  },
  'DELETE /api/do-not-contact/{id}': {
    operationId: 'removeDoNotContact',
    access: 'user',
    summary:
      'Take a name off. Somebody who asked to be left alone, or was erased, needs a reason, which stands in the audit log.',
    params: IdParams,
    body: z.object({
      reason: checkedText('A reason is a text', takeOffReasonError, {
        minLength: TAKE_OFF_REASON_MIN,
        maxLength: TAKE_OFF_REASON_MAX,
        pattern: NOT_BLANK,
        description: ONE_LINE,
      }).optional(),
    }),
    response: EmptyAnswer,
  },
});
