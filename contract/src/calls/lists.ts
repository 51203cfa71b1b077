import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CampaignOrListParams, changeOf, EmptyAnswer, Id, requiredName, Time, trimmed } from '../fields.ts';
import {
  DEFAULT_LIST_SORT,
  LIST_DESCRIPTION_MAX,
  LIST_FILTERS,
  LIST_NAME_MAX,
  LIST_SORTS,
} from '../lists.ts';
import { Pagination, wholeOrPageQuery } from '../paging.ts';

export const List = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    recipient_count: z.int(),
    pending: z.int(),
    sent: z.int(),
    failed: z.int(),
    /** Failed ones with an unclear outcome. */
    unclear: z.int(),
    not_found: z.int(),
    /** The running campaign on this list. */
    running_campaign: z.object({ id: Id, name: z.string() }).nullable(),
    created_at: Time,
  })
  .meta({ id: 'List' });
export type List = z.infer<typeof List>;

const Name = requiredName('List name', LIST_NAME_MAX);
const Description = trimmed(z.string(), {
  max: LIST_DESCRIPTION_MAX,
  error: 'Description must not exceed 500 characters',
})
  .nullable()
  .transform((text) => text ?? '');
const ListAnswer = z.object({ list: List }).meta({ id: 'ListAnswer' });

export const listCalls = defineCalls({
  'GET /api/lists': {
    operationId: 'listLists',
    access: 'user',
    summary: 'Your recipient lists, newest first unless sorted; the first 100 without page and limit.',
    query: z.object({
      ...wholeOrPageQuery,
      filter: z.enum(LIST_FILTERS, 'This filter is not known').optional(),
      sort_by: z.enum(LIST_SORTS, 'This order is not known').default(DEFAULT_LIST_SORT),
    }),
    response: z.object({ lists: z.array(List), pagination: Pagination }),
  },
  'GET /api/lists/{id}': {
    operationId: 'getList',
    access: 'user',
    summary: 'One list with its counts.',
    params: CampaignOrListParams,
    response: ListAnswer,
  },
  'GET /api/lists/{id}/messaged': {
    operationId: 'countMessagedRecipients',
    access: 'user',
    summary: 'The pending recipients that a campaign would skip now, because of a message within your days.',
    params: CampaignOrListParams,
    response: z.object({
      /** Counted up to MESSAGED_COUNTED. */
      messaged: z.int(),
      /** null: the user's setting is off. */
      never_twice_days: z.int().nullable(),
    }),
  },
  'POST /api/lists': {
    operationId: 'createList',
    access: 'subscriber',
    summary: 'Make a list.',
    body: z.object({ name: Name, description: Description.default('') }),
    status: 201,
    response: ListAnswer,
    refusals: { 409: 'There is no room for another list.' },
  },
  'PUT /api/lists/{id}': {
    operationId: 'updateList',
    access: 'subscriber',
    summary: "Change a list's name and description; left-out fields stay.",
    params: CampaignOrListParams,
    body: changeOf({ name: Name, description: Description }),
    response: ListAnswer,
  },
  'DELETE /api/lists/{id}': {
    operationId: 'deleteList',
    access: 'subscriber',
    summary: 'Delete a list; its recipients go in batches afterwards.',
    params: CampaignOrListParams,
    response: EmptyAnswer,
    refusals: {
      409: 'A campaign uses the list or leaves its people out, or a message to one of them is being sent.',
    },
  },
});
