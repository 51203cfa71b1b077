import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CAMPAIGN_STATUSES, DELIVERY_STATES } from '../campaigns.ts';
import { Id, Time } from '../fields.ts';
import { PEOPLE_PAGE_SIZE, PERSON_NAME_MAX } from '../limits.ts';
import { Pagination, pageQuery } from '../paging.ts';
import { RECIPIENT_STATUSES } from '../recipients.ts';
import { Standstill } from './campaigns.ts';

/** A person in one list. */
export const PersonList = z.object({
  recipient_id: Id,
  list_id: Id,
  list_name: z.string(),
  status: z.enum(RECIPIENT_STATUSES),
  /** For a failed recipient: whether the message may have arrived. */
  unclear: z.boolean(),
  created_at: Time,
});
export type PersonList = z.infer<typeof PersonList>;

/** One campaign's delivery to a person, past or still in line. */
export const PersonCampaign = z.object({
  campaign_id: Id,
  campaign_name: z.string(),
  campaign_status: z.enum(CAMPAIGN_STATUSES),
  /** For a person in line: why the campaign stands still. */
  standstill: Standstill.nullable(),
  list_name: z.string(),
  /** pending: in line. */
  state: z.enum([...DELIVERY_STATES, 'pending']),
  /** Why it was not sent, as text for people. */
  reason: z.string().nullable(),
  /** The text that was sent, or may have been. */
  message: z.string().nullable(),
  /** For a person in line: the number of recipients before; null beyond PERSON_LINE_COUNTED. */
  before: z.int().nullable(),
  profile_id: Id.nullable(),
  profile_name: z.string().nullable(),
  at: Time.nullable(),
});
export type PersonCampaign = z.infer<typeof PersonCampaign>;

/** A person as a search result. */
export const FoundPerson = z.object({
  name: z.string(),
  /** The first three of the lists. */
  list_names: z.array(z.string()),
  list_count: z.int(),
  do_not_contact: z.boolean(),
  /** The newest delivery to this person. */
  last: z
    .object({ state: z.enum(DELIVERY_STATES), campaign_name: z.string(), at: Time.nullable() })
    .nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

const { page, limit } = pageQuery({ size: PEOPLE_PAGE_SIZE });

export const peopleCalls = defineCalls({
  'GET /api/people/{name}': {
    access: 'user',
    summary: "A person in all of your lists, with your campaigns' deliveries, newest first.",
    params: z.object({ name: z.string().max(PERSON_NAME_MAX, 'No name is this long') }),
    query: z.object({ page, limit }),
    response: z.object({
      person: z.object({
        name: z.string(),
        /** The newest PERSON_LISTS of them. */
        lists: z.array(PersonList),
        list_count: z.int(),
        /** The number of messages that certainly arrived. */
        messages_sent: z.int(),
        /** The time of the last message to this name, also an unclear one, and also of a deleted campaign. */
        last_messaged_at: Time.nullable(),
        /** Whether that message is unclear. */
        last_is_unclear: z.boolean(),
        do_not_contact: z.object({ id: Id, created_at: Time }).nullable(),
      }),
      campaigns: z.array(PersonCampaign),
      pagination: Pagination,
    }),
  },
});
