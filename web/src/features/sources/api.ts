import type { StatedSource } from '@pigeonpost/contract/people/sources';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { campaignKeys, peopleKeys, recipientKeys } from '../../query-keys.ts';

const CHANGED = [peopleKeys.all, recipientKeys.all, campaignKeys.plans];

/** States where a person is from. */
export function useStateSource(name: string) {
  return useMutation({
    mutationFn: (body: StatedSource) => call('POST /api/people/{name}/sources', { params: { name }, body }),
    meta: { done: 'Source added.', refetch: CHANGED },
  });
}

/** Withdraws a source of a person, with a reason. */
export function useWithdrawSource(name: string) {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call('DELETE /api/people/{name}/sources/{id}', { params: { name, id }, body: { reason } }),
    meta: { done: 'Source withdrawn.', refetch: CHANGED },
  });
}
