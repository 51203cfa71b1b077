import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { peopleKeys } from '../../query-keys.ts';

/** Who writes, as people read it on the page of their stop link, and whether they can open it. */
export const peopleSettingsQuery = queryOptions({
  queryKey: [...peopleKeys.all, 'settings'],
  queryFn: ({ signal }) => call('GET /api/settings/people', { signal }),
});

/** Saves the sender's name, or whether a source is required. */
export function useSavePeopleSettings(failure: string) {
  return useMutation({
    mutationFn: (body: { sender_name: string } | { require_source: boolean }) =>
      call('PUT /api/settings/people', { body }),
    meta: { failure },
    onSuccess: (answer, _body, _result, { client }) => replaceAnswer(client, peopleSettingsQuery, answer),
  });
}
