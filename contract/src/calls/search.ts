import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { trimmed } from '../fields.ts';
import { SEARCH_TEXT_MAX } from '../limits.ts';
import { Campaign } from './campaigns.ts';
import { List } from './lists.ts';
import { FoundPerson } from './people.ts';
import { Profile } from './profiles.ts';
import { Ticket } from './support.ts';
import { Template } from './templates.ts';
import { UserAccount } from './users.ts';

const NO_TEXT = 'Search for at least one character';

/** The most results of each noun. */
export const SEARCH_RESULTS = 5;

export const searchCalls = defineCalls({
  'GET /api/search': {
    operationId: 'search',
    access: 'user',
    summary: `Your own rows whose name contains a text, newest first, and people whose name begins with it, at most ${SEARCH_RESULTS} of each noun.`,
    query: z.object({
      search: trimmed(z.string(NO_TEXT), {
        min: 1,
        max: SEARCH_TEXT_MAX,
        tooShort: NO_TEXT,
        error: `Search for at most ${SEARCH_TEXT_MAX} characters`,
      }),
    }),
    response: z.object({
      /** People whose name begins with the text, the exact name first. */
      people: z.array(FoundPerson),
      campaigns: z.array(Campaign),
      lists: z.array(List),
      templates: z.array(Template),
      profiles: z.array(Profile),
      /** By number or subject; an administrator's search covers all users. */
      tickets: z.array(Ticket.pick({ id: true, ticket_number: true, subject: true, status: true })),
      /** For administrators only. */
      users: z.array(UserAccount.pick({ id: true, username: true, role: true, pack: true })),
    }),
  },
});
