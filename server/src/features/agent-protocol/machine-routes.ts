import type { agentProtocolCalls } from '@pigeonpost/contract/calls/agent-protocol';
import { originOf } from '../../access/caller.ts';
import { eventOf, recordRefusal } from '../../access/security-events.ts';
import { findCallingRole } from '../../access/session-queries.ts';
import { createToken } from '../../access/tokens.ts';
import { lockUser } from '../../database/locks.ts';
import { callWithin } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { restUnlisted } from '../../engine/resting/rest-profiles.ts';
import { conflict, forbidden, notFound, unauthorized } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { getCallingAgentId } from '../agents/calling-agent.ts';
import { assignProfiles } from '../agents/queries.ts';
import { answeringServer, latestIdentity } from '../freeze/epochs.ts';
import { getEpoch, setMerged } from '../freeze/queries.ts';
import { readAgain } from '../replies/readings.ts';
import { enrolMachine } from './enrol-machine.ts';
import { findSignIn, hearReplies, updateMachine } from './machine-queries.ts';
import { passwordFor } from './password-of-site.ts';
import { agentRequestRoutes } from './request-routes.ts';

type MachineCalls = Pick<
  typeof agentProtocolCalls,
  | 'POST /api/agent/enrol'
  | 'PUT /api/agent/machine'
  | 'POST /api/agent/merged'
  | 'GET /api/agent/profiles/{id}/sign-in'
  | 'POST /api/agent/requests/{id}/progress'
  | 'POST /api/agent/requests/{id}/result'
>;

const AGENTS_ONLY =
  "A profile's sign-in is given only to the agent of its machine, which enrols for a token.";

/** The agent's calls except work and deliveries: docs/agent-protocol.md. */
export function machineRoutes(deps: Deps): Routes<MachineCalls> {
  const { clock, nudges, secrets } = deps;
  return {
    ...agentRequestRoutes(deps),

    'POST /api/agent/enrol': async ({ tx, caller, body, request }) => {
      const { id: user_id, username } = caller.user;
      const { token, hash } = createToken();
      await lockUser(tx, user_id);
      // A password change meanwhile has ended this session, which must not leave a new token behind.
      if (!(await findCallingRole(tx, { id: caller.session_id, user_id }))) throw unauthorized();
      const origin = originOf(request);
      const agent_id = await enrolMachine(tx, deps, { user_id, username, ...body, token_hash: hash, origin });
      const server = await answeringServer(tx, deps, user_id);
      return { agent_token: token, agent_id, user: { id: user_id, username }, server };
    },

    'PUT /api/agent/machine': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const now = clock.now();
      await lockUser(tx, user_id);
      const agent_id = await getCallingAgentId(tx, caller, now);
      const isNews = await updateMachine(tx, { user_id, agent_id, ...body });
      if (body.reads_replies) await hearReplies(tx, user_id);
      const folders = body.profiles.map(({ path }) => path);
      await callWithin<boolean>(tx, 'take_profiles', [now, user_id, agent_id, folders]);
      await assignProfiles(tx, user_id);
      const context = { tx, afterCommit, deps };
      await restUnlisted(context, { user_id, agent_id, folders, error: body.firefox.error });
      if (isNews) afterCommit(() => deps.publish(user_id, 'agent_update', { agent_id, connected: true }));
      // A waiting poll may have lacked just this folder or driver.
      nudges.nudge({ tx, afterCommit }, user_id);
      return {};
    },

    'POST /api/agent/merged': async ({ tx, afterCommit, caller, body: { epoch } }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      const agent_id = await getCallingAgentId(tx, caller, clock.now());
      // There may have been another restore meanwhile.
      if (epoch !== latestIdentity(deps, await getEpoch(tx, user_id)).epoch)
        throw conflict('This is no longer the epoch of the database: ask for work first.');
      if (await setMerged(tx, { user_id, agent_id, epoch }))
        await readAgain({ tx, afterCommit, deps }, { user_id, agent_id, now: clock.now() });
      return {};
    },

    'GET /api/agent/profiles/{id}/sign-in': {
      async ownTransactions({ caller, params, query, request, reply }) {
        const { agent_id } = caller;
        const user_id = caller.user.id;
        // A browser's or a script's login token must not read a password.
        if (agent_id === null) {
          const detail = 'GET /api/agent/profiles/{id}/sign-in';
          await recordRefusal(deps, { ...eventOf(caller, request), detail, kind: 'forbidden' });
          throw forbidden(AGENTS_ONLY);
        }
        const signIn = await deps.readAsUser(user_id, (tx) =>
          findSignIn(tx, { user_id, agent_id, profile_id: params.id }),
        );
        if (!signIn) throw notFound('Profile not found');
        reply.header('cache-control', 'no-store');
        const password = passwordFor(signIn, query.origins);
        return {
          insta_username: signIn.insta_username,
          insta_password: password && secrets.open(password),
        };
      },
    },
  };
}
