import type { firefoxProfileCalls } from '@pigeonpost/contract/calls/firefox-profiles';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { Routes } from '../../http/handler.ts';
import { hasAgent } from '../agents/queries.ts';
import { cleanUpRequests, insertRequests, listOpenRequests, listRequests } from '../requests/queries.ts';

const FIREFOX_KINDS = ['list', 'create', 'delete', 'test'] as const;

export function firefoxProfileRoutes({ clock, nudges }: Deps): Routes<typeof firefoxProfileCalls> {
  return {
    'GET /api/firefox-profiles': async ({ tx, afterCommit, caller, query }) => {
      const user_id = caller.user.id;
      const agent_id = query.agent_id ?? null;
      const now = clock.now();
      if (agent_id !== null && !(await hasAgent(tx, { user_id, agent_id })))
        throw notFound('Agent not found');
      // Two screens that ask at once get one request.
      await lockUser(tx, user_id);
      const underWay = await listOpenRequests(tx, { user_id, kinds: ['list'] });
      const same = underWay.find((request) => agent_id === null || request.agent_id === agent_id);
      if (same) return { success: true, request_id: same.id };
      // No call cleans these up, and each holds a whole list.
      await cleanUpRequests(tx, { user_id, kinds: FIREFOX_KINDS, now });
      const [added] = await insertRequests(tx, {
        user_id,
        requests: [{ kind: 'list', agent_id, profile_path: null, payload: {} }],
        now,
      });
      if (!added) throw new Error('A list request was not added.');
      afterCommit(() => nudges.nudge(user_id));
      return { success: true, request_id: added.id };
    },

    'GET /api/firefox-profiles/requests': async ({ tx, caller }) => ({
      requests: await listRequests(tx, { user_id: caller.user.id, kinds: FIREFOX_KINDS }),
    }),
  };
}
