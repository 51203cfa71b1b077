import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Done, Id, IdParams, Time } from '../fields.ts';
import { Pagination, pageQuery } from '../paging.ts';

export const DoNotContactEntry = z.object({ id: Id, recipient: z.string(), created_at: Time });
export type DoNotContactEntry = z.infer<typeof DoNotContactEntry>;

export const doNotContactCalls = defineCalls({
  'GET /api/do-not-contact': {
    access: 'user',
    summary: 'The names that no campaign writes to.',
    query: z.object(pageQuery()),
    response: z.object({ do_not_contact: z.array(DoNotContactEntry), pagination: Pagination }),
  },
  'POST /api/do-not-contact': {
    access: 'user',
    summary: 'Add a name; a name that is there already answers the same.',
    body: z.object({
      recipient: z.string('Username is required').trim().min(1, 'Username is required').max(200),
    }),
    status: 201,
    response: z.object({ entry: DoNotContactEntry }),
  },
  'DELETE /api/do-not-contact/{id}': {
    access: 'user',
    summary: 'Take a name off.',
    params: IdParams,
    response: Done,
  },
});
