import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { doNotContactKeys } from '../../query-keys.ts';

/** Who writes, as people read it on the page of their stop link, and whether they can open it. */
export const peopleSettingsQuery = queryOptions({
  queryKey: ['people settings'],
  queryFn: ({ signal }) => call('GET /api/settings/people', { signal }),
});

/** Saves the sender's name. */
export function useSaveSenderName() {
  return useMutation({
    mutationFn: (sender_name: string) => call('PUT /api/settings/people', { body: { sender_name } }),
    meta: { done: 'Sender’s name saved.', failure: 'Failed to save the sender’s name' },
    onSuccess: (answer, _name, _result, { client }) =>
      client.setQueryData(peopleSettingsQuery.queryKey, answer),
  });
}

/** Who asked to be erased. */
export const wishesQuery = queryOptions({
  queryKey: [...doNotContactKeys.all, 'wishes'],
  queryFn: ({ signal }) => call('GET /api/erasure-wishes', { signal }),
});
