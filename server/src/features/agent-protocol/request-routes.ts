import type { agentProtocolCalls } from '@pigeonpost/contract/calls/agent-protocol';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound, type RefusalError } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { endFault } from '../profiles/queries.ts';
import { checkResults } from '../requests/check-results.ts';
import { findRequestStatus, finishRequest, recordProgress } from '../requests/queries.ts';

type RequestCalls = Pick<
  typeof agentProtocolCalls,
  'POST /api/agent/requests/{id}/progress' | 'POST /api/agent/requests/{id}/result'
>;

/** An agent's reports on requests (docs/behaviour.md#requests). */
export function agentRequestRoutes({ clock, nudges }: Deps): Routes<RequestCalls> {
  return {
    'POST /api/agent/requests/{id}/progress': async ({ tx, caller, params, body }) => {
      const key = { user_id: caller.user.id, request_id: params.id };
      await checkResults(tx, key, body.results);
      if (!(await recordProgress(tx, { ...key, results: body.results, now: clock.now() })))
        throw await whyNotRunning(tx, key);
      return {};
    },

    'POST /api/agent/requests/{id}/result': async ({ tx, afterCommit, caller, params, body }) => {
      const { id: user_id } = caller.user;
      const key = { user_id, request_id: params.id };
      const { status, results, error_message: errorMessage } = body;
      await checkResults(tx, key, results);
      await lockUser(tx, user_id);
      const finished = await finishRequest(tx, { ...key, status, results, errorMessage, now: clock.now() });
      if (finished?.kind === 'test' && finished.profile_path !== null && status === 'completed') {
        await endFault(tx, { user_id, profile_path: finished.profile_path });
        nudges.nudge({ tx, afterCommit }, user_id);
      }
      if (finished) return {};
      // A repeated result, or one of an ended request, changes nothing.
      const now = await findRequestStatus(tx, key);
      if (now === 'completed' || now === 'failed') return {};
      throw await whyNotRunning(tx, key);
    },
  };
}

async function whyNotRunning(tx: Tx, key: { user_id: number; request_id: number }): Promise<RefusalError> {
  const status = await findRequestStatus(tx, key);
  if (status === undefined) return notFound('Request not found');
  if (status === 'pending') return conflict('This request was not handed out yet.');
  return conflict('This request has ended: stop working on it.');
}
