import type { agentCalls } from '@pigeonpost/contract/calls/agent';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { assignProfiles, revokeAgent } from '../agents/queries.ts';
import { hasSession } from '../auth/queries.ts';
import { createToken } from '../auth/tokens.ts';
import {
  findSignIn,
  insertAgent,
  listTokenlessAgents,
  takeProfilesOfEarlierAgents,
  updateMachine,
} from './machine-queries.ts';
import { agentRequestRoutes } from './request-routes.ts';

type MachineCalls = Pick<
  typeof agentCalls,
  | 'POST /api/agent/enrol'
  | 'PUT /api/agent/machine'
  | 'GET /api/agent/profiles/{id}/sign-in'
  | 'POST /api/agent/requests/{id}/progress'
  | 'POST /api/agent/requests/{id}/result'
>;

/** All of an agent's calls but work and deliveries (4-agent-protocol). */
export function machineRoutes(deps: Deps): Routes<MachineCalls> {
  const { clock, nudges, secrets } = deps;
  return {
    ...agentRequestRoutes(deps),

    'POST /api/agent/enrol': async ({ tx, caller, body }) => {
      const { id: user_id, username } = caller.user;
      const now = clock.now();
      const { token, hash } = createToken();
      await lockUser(tx, user_id);
      // A new password that came first has ended this session, and must not leave a fresh token behind.
      if (!(await hasSession(tx, { id: caller.session_id, user_id }))) throw unauthorized();
      for (const agentId of await listTokenlessAgents(tx, { user_id, ...body }))
        await revokeAgent(tx, { userId: user_id, agentId, now });
      const agent_id = await insertAgent(tx, { user_id, ...body, token_hash: hash, now });
      return { agent_token: token, agent_id, user: { id: user_id, username } };
    },

    'PUT /api/agent/machine': async ({ tx, afterCommit, caller, body }) => {
      const userId = caller.user.id;
      const now = clock.now();
      await lockUser(tx, userId);
      const agentId = await getCallingAgentId(tx, caller, now);
      await updateMachine(tx, { userId, agentId, ...body });
      await takeProfilesOfEarlierAgents(tx, { userId, agentId, now });
      await assignProfiles(tx, userId);
      // A new folder or driver may be what a waiting poll lacked.
      afterCommit(() => nudges.nudge(userId));
      return {};
    },

    'GET /api/agent/profiles/{id}/sign-in': async ({ tx, caller, params }) => {
      const signIn = await findSignIn(tx, { userId: caller.user.id, profileId: params.id });
      if (!signIn) throw notFound('Profile not found');
      const { insta_username, insta_password } = signIn;
      return { insta_username, insta_password: insta_password && secrets.open(insta_password) };
    },
  };
}
