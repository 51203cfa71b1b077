import type { agentsCalls } from '@pigeonpost/contract/calls/agents';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { listAgents, revokeAgent } from './queries.ts';

export function agentsRoutes({ clock, nudges, publish }: Deps): Routes<typeof agentsCalls> {
  return {
    'GET /api/agents': async ({ tx, caller }) => ({
      agents: await listAgents(tx, caller.user.id, clock.now()),
    }),

    'DELETE /api/agents/{id}': async ({ tx, afterCommit, caller, params }) => {
      const userId = caller.user.id;
      await lockUser(tx, userId);
      const isRevoked = await revokeAgent(tx, { userId, agentId: params.id, now: clock.now() });
      if (!isRevoked) throw notFound('Agent not found');
      // A poll of it that waits looks up and finds its token gone.
      afterCommit(() => nudges.nudge(userId));
      afterCommit(() => publish(userId, 'agent_update', { agent_id: params.id, connected: false }));
      return {};
    },
  };
}
