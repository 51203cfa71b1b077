import type { agentProtocolCalls } from '@pigeonpost/contract/calls/agent-protocol';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound, type RefusalError } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { endFault } from '../profiles/queries.ts';
import { takeReplies } from '../replies/take-replies.ts';
import { checkResults } from '../requests/check-results.ts';
import { findRequestStatus, finishRequest, recordProgress } from '../requests/queries.ts';

type RequestCalls = Pick<
  typeof agentProtocolCalls,
  'POST /api/agent/requests/{id}/progress' | 'POST /api/agent/requests/{id}/result'
>;

/** An agent's reports on requests (docs/behaviour.md#requests). */
export function agentRequestRoutes(deps: Deps): Routes<RequestCalls> {
  const { clock, nudges } = deps;
  return {
    'POST /api/agent/requests/{id}/progress': async ({ tx, afterCommit, caller, params, body }) => {
      const key = { user_id: caller.user.id, request_id: params.id };
      await checkResults(tx, key, body.results);
      const results = await takeReplies({ tx, afterCommit, deps }, key, body.results);
      if (!(await recordProgress(tx, { ...key, results, now: clock.now() })))
        throw await whyNotRunning(tx, key);
      return {};
    },

    'POST /api/agent/requests/{id}/result': async ({ tx, afterCommit, caller, params, body }) => {
      const { id: user_id } = caller.user;
      const key = { user_id, request_id: params.id };
      const { status, error_message: errorMessage } = body;
      await checkResults(tx, key, body.results);
      await lockUser(tx, user_id);
      const results = await takeReplies({ tx, afterCommit, deps }, key, body.results);
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
