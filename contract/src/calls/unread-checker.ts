import * as z from 'zod';
import { defineCalls } from '../call.ts';

export const unreadCheckerCalls = defineCalls({
  'POST /api/unread-checker/requests/cleanup': {
    access: 'user',
    summary: 'Drop finished unread checks older than 10 minutes.',
    response: z.object({ success: z.literal(true), removed: z.int() }),
  },
});
