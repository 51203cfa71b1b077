import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { CampaignOrListParams, Id, Time } from '../fields.ts';
import { NEXT_PEOPLE, NEXT_PEOPLE_MAX } from '../limits.ts';

const LIMIT_ERROR = `limit must be a number from 1 to ${NEXT_PEOPLE_MAX}`;

/** A person whom a campaign is to write to, or to try again. */
export const NextPerson = z
  .object({
    recipient_id: Id,
    recipient: z.string(),
    /** About when, and by which profile; null: not before a person does something. */
    planned_at: Time.nullable(),
    profile_name: z.string().nullable(),
    is_retry: z.boolean(),
  })
  .meta({ id: 'NextPerson' });
export type NextPerson = z.infer<typeof NextPerson>;

export const nextPeopleCalls = defineCalls({
  'GET /api/campaigns/{id}/next': {
    operationId: 'listNextPeople',
    access: 'user',
    summary: 'The people whom a campaign writes to next, with the time and the profile that are planned.',
    params: CampaignOrListParams,
    query: z.object({
      limit: z.coerce
        .number(LIMIT_ERROR)
        .int(LIMIT_ERROR)
        .min(1, LIMIT_ERROR)
        .max(NEXT_PEOPLE_MAX, LIMIT_ERROR)
        .default(NEXT_PEOPLE),
    }),
    response: z.object({
      as_of: Time,
      people: z.array(NextPerson),
      /** Whether more people follow. */
      has_more: z.boolean(),
    }),
  },
});
