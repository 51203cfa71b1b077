import { type BeginRefusal, GRANT_SECONDS } from '@pigeonpost/contract/agent';
import type { agentCalls } from '@pigeonpost/contract/calls/agent';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { beginDeliveries } from './begin.ts';
import { gather } from './gather.ts';
import { machineRoutes } from './machine-routes.ts';
import { releaseDelivery } from './release.ts';
import { recordResults } from './result.ts';
import { waitForWork } from './wait-for-work.ts';

const REFUSALS: Record<BeginRefusal, string> = {
  paused: 'This campaign is paused.',
  ended: 'This campaign has ended.',
  profile_blocked: 'This profile is blocked until its owner resumes it.',
  profile_inactive: 'This profile is switched off.',
  do_not_contact: 'This recipient is on the do-not-contact list.',
  gone: 'This recipient is no longer pending in its list.',
  lease_over: 'This delivery is no longer yours: its lease is over.',
  subscription: SUBSCRIPTION_EXPIRED,
  frozen: 'Sending waits until the restored data was checked.',
};

/** The calls between server and agent (4-agent-protocol). */
export function agentRoutes(deps: Deps): Routes<typeof agentCalls> {
  const begin = gather({
    keyOf: ({ token }) => token,
    lockOf: ({ userId }) => userId,
    run: (calls: Parameters<typeof beginDeliveries>[1]) =>
      deps.asSystem('gathered begin', (tx, afterCommit) => beginDeliveries({ tx, afterCommit, deps }, calls)),
  });
  const record = gather({
    keyOf: ({ userId, recipientId }) => `${userId} ${recipientId}`,
    lockOf: ({ userId }) => userId,
    run: (calls: Parameters<typeof recordResults>[1]) =>
      deps.asSystem('gathered results', (tx, afterCommit) => recordResults({ tx, afterCommit, deps }, calls)),
  });

  return {
    ...machineRoutes(deps),

    'POST /api/agent/work': {
      async ownTransactions({ caller, body, reply }) {
        const { capacity, wait_seconds: waitSeconds, profile_paths: paths } = body;
        return waitForWork(deps, { caller, capacity, waitSeconds, paths, gone: goneSignal(reply) });
      },
    },

    'POST /api/agent/deliveries/{token}/begin': {
      async ownTransactions({ caller, params }) {
        const verdict = await begin({ userId: caller.user.id, token: params.token });
        if (verdict !== 'granted') throw conflict(REFUSALS[verdict], { code: verdict });
        return { granted: true, grant_seconds: GRANT_SECONDS };
      },
    },

    'POST /api/agent/deliveries/{token}/result': {
      async ownTransactions({ caller, params, body }) {
        const state = await record({
          userId: caller.user.id,
          token: params.token,
          campaignId: body.campaign_id,
          recipientId: body.recipient_id,
          outcome: body.outcome,
          blocked: body.blocked ?? false,
          profileInUse: body.profile_in_use ?? false,
          reason: body.reason ?? null,
          draw: Math.random(),
        });
        if (state === 'stale')
          throw conflict('This delivery was settled otherwise: drop it.', { code: 'stale' });
        return { recorded: true, state };
      },
    },

    'POST /api/agent/deliveries/{token}/release': async ({ tx, afterCommit, caller, params }) => {
      const released = await releaseDelivery(
        { tx, afterCommit, deps },
        { userId: caller.user.id, token: params.token },
      );
      if (!released) throw conflict('This delivery was begun: report its result instead.');
      return {};
    },
  };
}

/** Aborted when the connection closes before the answer was given. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
