import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { doNotContactKeys, peopleKeys } from '../../query-keys.ts';

/** Who writes, as people read it on the page of their stop link, and whether they can open it. */
export const peopleSettingsQuery = queryOptions({
  queryKey: [...peopleKeys.all, 'settings'],
  queryFn: ({ signal }) => call('GET /api/settings/people', { signal }),
});

/** Saves the sender's name, or whether a source is required. */
export function useSavePeopleSettings(words: { done: string; failure: string }) {
  return useMutation({
    mutationFn: (body: { sender_name: string } | { require_source: boolean }) =>
      call('PUT /api/settings/people', { body }),
    meta: words,
    onSuccess: (answer, _body, _result, { client }) => replaceAnswer(client, peopleSettingsQuery, answer),
  });
}

/** Who asked to be erased. */
export const wishesQuery = queryOptions({
  queryKey: [...doNotContactKeys.all, 'wishes'],
  queryFn: ({ signal }) => call('GET /api/erasure-wishes', { signal }),
});
