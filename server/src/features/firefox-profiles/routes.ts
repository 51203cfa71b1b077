import type { firefoxProfileCalls } from '@pigeonpost/contract/calls/firefox-profiles';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { hasAgent } from '../agents/queries.ts';
import { cleanUpRequests, insertRequests, listOpenRequests, listRequests } from '../requests/queries.ts';

const FIREFOX_KINDS = ['list', 'create', 'delete', 'test'] as const;

export function firefoxProfileRoutes({ clock, nudges }: Deps): Routes<typeof firefoxProfileCalls> {
  return {
    'GET /api/firefox-profiles': async ({ tx, afterCommit, caller, query }) => {
      const userId = caller.user.id;
      const agentId = query.agent_id ?? null;
      const now = clock.now();
      if (agentId !== null && !(await hasAgent(tx, { userId, agentId }))) throw notFound('Agent not found');
      // Two screens that ask at once get one request (3-decisions, Requests).
      await lockUser(tx, userId);
      const underWay = await listOpenRequests(tx, { userId, kinds: ['list'] });
      const same = underWay.find((request) => agentId === null || request.agent_id === agentId);
      if (same) return { success: true, request_id: same.id };
      // No call cleans these up, and each holds a whole list.
      await cleanUpRequests(tx, { userId, kinds: FIREFOX_KINDS, now });
      const [added] = await insertRequests(tx, {
        userId,
        requests: [{ kind: 'list', agent_id: agentId, profile_path: null, payload: {} }],
        now,
      });
      if (!added) throw new Error('A list request was not added.');
      afterCommit(() => nudges.nudge(userId));
      return { success: true, request_id: added.id };
    },

    'GET /api/firefox-profiles/requests': async ({ tx, caller }) => ({
      requests: await listRequests(tx, { userId: caller.user.id, kinds: FIREFOX_KINDS }),
    }),
  };
}
