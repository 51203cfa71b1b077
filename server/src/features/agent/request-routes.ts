import type { agentCalls } from '@pigeonpost/contract/calls/agent';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, type HttpError, notFound } from '../../errors.ts';
import type { Routes } from '../../http.ts';
import { findRequestStatus, finishRequest, recordProgress } from '../requests/queries.ts';

type RequestCalls = Pick<
  typeof agentCalls,
  'POST /api/agent/requests/{id}/progress' | 'POST /api/agent/requests/{id}/result'
>;

/** How an agent answers what was asked of it (4-agent-protocol). */
export function agentRequestRoutes({ clock }: Deps): Routes<RequestCalls> {
  return {
    'POST /api/agent/requests/{id}/progress': async ({ tx, caller, params, body }) => {
      const key = { userId: caller.user.id, requestId: params.id };
      if (!(await recordProgress(tx, { ...key, results: body.results, now: clock.now() })))
        throw await whyNotRunning(tx, key);
      return {};
    },

    'POST /api/agent/requests/{id}/result': async ({ tx, caller, params, body }) => {
      const key = { userId: caller.user.id, requestId: params.id };
      const { status, results, error_message: errorMessage } = body;
      if (await finishRequest(tx, { ...key, status, results, errorMessage, now: clock.now() })) return {};
      // A result said again, or after the request was given up, changes nothing and owes nothing.
      const now = await findRequestStatus(tx, key);
      if (now === 'completed' || now === 'failed') return {};
      throw await whyNotRunning(tx, key);
    },
  };
}

async function whyNotRunning(tx: Tx, key: { userId: number; requestId: number }): Promise<HttpError> {
  const status = await findRequestStatus(tx, key);
  if (status === undefined) return notFound('Request not found');
  if (status === 'pending') return conflict('This request was not handed out yet.');
  return conflict('This request has ended: stop working on it.');
}
