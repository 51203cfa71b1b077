import type { unreadCheckerCalls } from '@pigeonpost/contract/calls/unread-checker';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/handler.ts';
import { cleanUpRequests } from '../requests/queries.ts';

export function unreadCheckerRoutes({ clock }: Deps): Routes<typeof unreadCheckerCalls> {
  return {
    'POST /api/unread-checker/requests/cleanup': async ({ tx, caller }) => ({
      success: true,
      removed: await cleanUpRequests(tx, { user_id: caller.user.id, kinds: ['unread'], now: clock.now() }),
    }),
  };
}
