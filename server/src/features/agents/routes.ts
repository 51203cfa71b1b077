import type { agentCalls } from '@pigeonpost/contract/calls/agents';
import { eventOf, recordSecurityEvent } from '../../access/security-events.ts';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { isOlder, readAgentFiles } from './agent-files.ts';
import { listAgents, revokeAgent } from './queries.ts';

/** A user's machines, and the packaged agents for new ones (docs/behaviour.md#agents). */
export function agentRoutes(deps: Deps): Routes<typeof agentCalls> {
  const { clock, config, nudges, publish } = deps;
  return {
    'GET /api/agents': async ({ tx, caller }) => {
      const offered = (await readAgentFiles(config.agentFiles))?.version;
      const agents = await listAgents(tx, caller.user.id, clock.now());
      return {
        agents: agents.map((agent) => ({
          ...agent,
          newer_version: offered && isOlder(agent.agent_version, offered) ? offered : null,
        })),
      };
    },

    'GET /api/agents/downloads': {
      async ownTransactions() {
        const offered = await readAgentFiles(config.agentFiles);
        return { version: offered?.version ?? null, downloads: offered?.files ?? [] };
      },
    },

    'DELETE /api/agents/{id}': async ({ tx, afterCommit, caller, params, request }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const revoked = await revokeAgent(tx, { user_id, agent_id: params.id, now: clock.now() });
      if (!revoked) throw notFound('Agent not found');
      const event = { ...eventOf(caller, request), detail: revoked.machine_name };
      await recordSecurityEvent(deps, tx, { ...event, kind: 'agent_revoked' });
      // Its waiting poll wakes and finds that its token has ended.
      nudges.nudge({ tx, afterCommit }, user_id);
      afterCommit(() => publish(user_id, 'agent_update', { agent_id: params.id, connected: false }));
      return {};
    },
  };
}
