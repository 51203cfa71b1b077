import type { SettingsValues } from '@pigeonpost/contract/settings';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The pauses between messages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
});

/** Saves the automation settings. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: (body: SettingsValues & { never_twice_days?: number | null }) =>
      call('PUT /api/settings', { body }),
    onSuccess: (answer, _body, _result, { client }) => client.setQueryData(settingsQuery.queryKey, answer),
  });
}
