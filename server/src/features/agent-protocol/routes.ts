import { type BeginRefusal, GRANT_SECONDS } from '@pigeonpost/contract/agent';
import type { agentProtocolCalls } from '@pigeonpost/contract/calls/agent-protocol';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import { retryAfterDeadlock } from '../../database/deadlock.ts';
import type { Deps } from '../../deps.ts';
import { batchCalls, openLane } from '../../engine/batch-calls.ts';
import { beginDeliveries } from '../../engine/begin.ts';
import { releaseDelivery } from '../../engine/leases/release.ts';
import { judgeTexts } from '../../engine/replies/judge-texts.ts';
import { recordResults } from '../../engine/result.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { latestIdentity } from '../freeze/epochs.ts';
import { believeForgotten } from './believe-forgotten.ts';
import { batchClaims } from './claim-work.ts';
import { limitPolls } from './limit-polls.ts';
import { machineRoutes } from './machine-routes.ts';
import { rememberQuietAgents } from './quiet-agents.ts';
import { waitForWork } from './wait-for-work.ts';

const REFUSALS: Record<BeginRefusal, string> = {
  paused: 'This campaign is paused.',
  ended: 'This campaign has ended.',
  profile_blocked: 'This profile is blocked or signed out until its owner resumes it.',
  profile_inactive: 'This profile is switched off.',
  do_not_contact: 'This recipient is on the do-not-contact list.',
  messaged: 'This person was messaged already, or is being messaged now.',
  replied: 'This person replied.',
  gone: 'This recipient is no longer pending in its list.',
  lease_over: 'This delivery is no longer yours: its lease is over.',
  subscription: SUBSCRIPTION_EXPIRED,
  outside_hours: 'Outside the sending hours.',
  cap_reached: 'The cap is reached.',
  frozen: 'Sending waits until the restored data was checked.',
};

/** The calls between server and agent: docs/agent-protocol.md. */
export function agentProtocolRoutes(deps: Deps): Routes<typeof agentProtocolCalls> {
  const lane = openLane(deps.clock);
  const begin = batchCalls({
    lane,
    keyOf: ({ token }) => token,
    lockOf: ({ user_id }) => user_id,
    run: (calls: Parameters<typeof beginDeliveries>[1]) =>
      retryAfterDeadlock(() => beginDeliveries(deps, calls)),
  });
  const record = batchCalls({
    lane,
    keyOf: ({ user_id, recipient_id }) => `${user_id} ${recipient_id}`,
    lockOf: ({ user_id }) => user_id,
    run: (calls: Parameters<typeof recordResults>[1]) => retryAfterDeadlock(() => recordResults(deps, calls)),
  });

  const claim = batchClaims(deps, lane);
  const claimUnlessQuiet = rememberQuietAgents(deps);
  const openPolls = limitPolls();

  return {
    ...machineRoutes(deps),

    'POST /api/agent/work': {
      checksSession: true,
      async ownTransactions({ caller, body, reply }) {
        const { capacity, wait_seconds: waitSeconds, profile_paths: paths, holding } = body;
        const known = { mark: body.mark, ...body.grants, merged: body.merged };
        const poll = { caller, capacity, waitSeconds, paths, holding, known, connection: reply.raw };
        openPolls.enter(caller, paths);
        try {
          const { epoch, mark, ...found } = await waitForWork(deps, { ...poll, claim, claimUnlessQuiet });
          return { ...found, server: { ...latestIdentity(deps, epoch), mark } };
        } finally {
          openPolls.leave(caller, paths);
        }
      },
    },

    'POST /api/agent/deliveries/{token}/begin': {
      async ownTransactions({ caller, params, body }) {
        const user_id = caller.user.id;
        const seen = body.replies ?? [];
        const replies =
          seen.length > 0
            ? await deps.readAsUser(user_id, (tx) =>
                judgeTexts(tx, { user_id, replies: seen, via: 'thread' }),
              )
            : undefined;
        const { verdict, mark } = await begin({ user_id, token: params.token, replies });
        if (verdict !== 'granted') throw conflict(REFUSALS[verdict], { code: verdict });
        return { granted: true, grant_seconds: GRANT_SECONDS, mark };
      },
    },

    'POST /api/agent/deliveries/{token}/result': {
      async ownTransactions({ caller, params, body }) {
        const call = { user_id: caller.user.id, token: params.token, ...body, draw: Math.random() };
        const recorded = await record(call);
        const state = recorded === 'elsewhere' ? await believeForgotten(deps, call) : recorded;
        deps.metrics.resultRecorded(state);
        if (body.machine_fault && body.outcome === 'failed') deps.metrics.machineFailed();
        if (state === 'stale')
          throw conflict('This delivery already has another result: drop it.', { code: 'stale' });
        return { recorded: true, state };
      },
    },

    'POST /api/agent/deliveries/{token}/release': async ({ tx, afterCommit, caller, params }) => {
      const released = await releaseDelivery(
        { tx, afterCommit, deps },
        { user_id: caller.user.id, token: params.token },
      );
      if (!released) throw conflict('This delivery was begun: report its result instead.');
      return {};
    },
  };
}
