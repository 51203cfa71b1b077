import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { ApprovedMachine } from '@pigeonpost/contract/calls/pairings';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { agentKeys } from '../../query-keys.ts';
import { isScript } from './parts/format-agent.ts';

/** The machines and scripts that send. */
export const agentsQuery = queryOptions({
  queryKey: agentKeys.all,
  queryFn: ({ signal }) => call('GET /api/agents', { signal }),
});

/** The packaged agents that this server offers. */
export const agentDownloadsQuery = queryOptions({
  queryKey: [...agentKeys.all, 'downloads'],
  queryFn: ({ signal }) => call('GET /api/agents/downloads', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const APPROVED_REFETCH_MS = 2000;
const WAITING_REFETCH_MS = 15_000;

/** The machine of a code. Polls while a change is expected, and never for a wrong code. */
export function pairingQuery(user_code: string) {
  return queryOptions({
    queryKey: ['pairings', user_code],
    queryFn: ({ signal }) => call('GET /api/agents/pairings/{user_code}', { params: { user_code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return false;
      if (data?.state === 'approved') return APPROVED_REFETCH_MS;
      return data?.state === 'waiting' && WAITING_REFETCH_MS;
    },
  });
}

type Decision = 'approve' | 'refuse';

/** Connects the machine of a code, or refuses it. */
export function useDecidePairing(user_code: string) {
  return useMutation({
    mutationFn: (decision: Decision) =>
      call(`POST /api/agents/pairings/{user_code}/${decision}`, { params: { user_code } }),
    meta: {
      failure: (decision: Decision) =>
        decision === 'approve' ? 'Failed to connect the agent' : 'Failed to refuse the agent',
      refetch: [pairingQuery(user_code).queryKey, approvedQuery.queryKey],
    },
  });
}

const COMING_REFETCH_MS = 5000;

/** The approved machines that have not come. Polls while there are any, because they come without an event. */
export const approvedQuery = queryOptions({
  queryKey: [...agentKeys.all, 'approved'],
  queryFn: ({ signal }) => call('GET /api/agents/pairings', { signal }),
  refetchInterval: ({ state: { data } }) => (data && data.pairings.length > 0 ? COMING_REFETCH_MS : false),
});

/** Refuses an approved machine that has not come. */
export function useRevokeApproved() {
  return useMutation({
    mutationFn: ({ user_code }: ApprovedMachine) =>
      call('DELETE /api/agents/pairings/{user_code}', { params: { user_code } }),
    meta: {
      done: (_answer: unknown, { machine_name }: ApprovedMachine) => `${machine_name} was refused.`,
      failure: 'Failed to refuse the machine',
      refetch: [agentKeys.all],
    },
  });
}

/** Ends an agent's token. */
export function useRevokeAgent() {
  return useMutation({
    mutationFn: ({ id }: Agent) => call('DELETE /api/agents/{id}', { params: { id } }),
    meta: {
      done: (_answer: unknown, agent: Agent) =>
        `${agent.machine_name} is ${isScript(agent) ? 'removed' : 'revoked'}.`,
      failure: 'Failed to revoke the agent',
      refetch: [agentKeys.all],
    },
  });
}
