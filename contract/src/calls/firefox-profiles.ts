import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id } from '../fields.ts';
import { ProfileRequest } from './profiles.ts';

export const firefoxProfileCalls = defineCalls({
  'GET /api/firefox-profiles': {
    access: 'user',
    summary:
      'Ask the agent for the Firefox profiles of its machine; the list request already under way, if there is one.',
    query: z.object({ agent_id: z.coerce.number().int().positive().optional() }),
    response: z.object({ success: z.literal(true), request_id: Id }),
  },
  'GET /api/firefox-profiles/requests': {
    access: 'user',
    summary: 'The Firefox requests and what came of them.',
    response: z.object({ requests: z.array(ProfileRequest) }),
  },
});
