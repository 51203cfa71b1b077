import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, requiredName, Time } from '../fields.ts';
import { SENDER_NAME_MAX } from '../people/stop-link.ts';

const PeopleSettings = z
  .object({
    /** Who writes, as the page of a stop link says it; null: no message may have the link. */
    sender_name: z.string().nullable(),
    /** Whether campaigns write only to people with a stated source. */
    require_source: z.boolean(),
    /** Whether it is stated of anybody where they are from, so that {source} can be filled. */
    has_sources: z.boolean(),
    stop_link: z.object({
      /** Where the links lead. */
      address: z.string(),
      /** Whether people can open them; if not, no campaign may have them. */
      is_public: z.boolean(),
      /** Whether a machine of the user reads what people reply. */
      reads_replies: z.boolean(),
    }),
  })
  .meta({ id: 'PeopleSettings' });

export const stopLinkCalls = defineCalls({
  'GET /api/settings/people': {
    operationId: 'getPeopleSettings',
    access: 'user',
    summary: 'Who writes, and whether people can open stop links.',
    response: PeopleSettings,
  },
  'PUT /api/settings/people': {
    operationId: 'updatePeopleSettings',
    access: 'subscriber',
    summary:
      "Change the sender's name, which cannot be removed because people have links that show it, and whether a source is required.",
    body: changeOf({
      sender_name: requiredName('Sender’s name', SENDER_NAME_MAX),
      require_source: z.boolean('require_source is true or false'),
    }),
    response: PeopleSettings,
  },
  'GET /api/erasure-wishes': {
    operationId: 'listErasureWishes',
    access: 'user',
    summary: 'The people who asked to be erased, the oldest wish first.',
    response: z.object({
      /** The first hundred. */
      wishes: z.array(z.object({ recipient: z.string(), wished_at: Time })),
      total: z.int(),
    }),
  },
});
