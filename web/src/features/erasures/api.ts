import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import {
  campaignKeys,
  doNotContactKeys,
  listKeys,
  peopleKeys,
  recipientKeys,
  replyKeys,
  searchKeys,
} from '../../query-keys.ts';

/** Removes a person everywhere, for good; `confirm` is the name once more. */
export function useErase(name: string) {
  return useMutation({
    mutationFn: (confirm: string) =>
      call('POST /api/people/{name}/erase', { params: { name }, body: { confirm } }),
    meta: {
      refetch: [
        peopleKeys.all,
        recipientKeys.all,
        listKeys.all,
        campaignKeys.all,
        doNotContactKeys.all,
        replyKeys.all,
        searchKeys.all,
      ],
    },
  });
}

/** Who asked to be erased. */
export const wishesQuery = queryOptions({
  queryKey: [...doNotContactKeys.all, 'wishes'],
  queryFn: ({ signal }) => call('GET /api/erasure-wishes', { signal }),
});
