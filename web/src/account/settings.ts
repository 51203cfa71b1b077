import type { SettingsValues } from '@pigeonpost/contract/account/settings';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { nameRules } from '@pigeonpost/contract/names/name-form';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { replaceAnswer } from '../api/late-answers.ts';
import { toast } from '../ui/feedback/toast.ts';
import { siteQuery } from './site.ts';

/** The pauses between messages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
});

/** The kind of the user's names; usernames until it is fetched. */
export function useNameKind(): NameKind {
  return useQuery(settingsQuery).data?.settings.names ?? 'instagram';
}

/** The domain whose people are named without it; none until it is fetched. */
export function useNameDomain(): string | null {
  const site = useQuery(siteQuery).data?.site ?? null;
  return nameRules(useNameKind(), site).domain;
}

/** Whether a machine of the user has ever read replies. */
export function useHearsReplies(): boolean {
  return useQuery(settingsQuery).data?.settings.hears_replies ?? false;
}

type Change =
  | Partial<SettingsValues>
  | { never_twice_days: number | null }
  | { names: NameKind }
  | Pick<Settings, 'hours'>
  | Pick<Settings, 'quiet_dates'>
  | Partial<Pick<Settings, 'profile_cap_hour' | 'profile_cap_day' | 'cap_day'>>;

const MOST_WARNINGS = 3;

/** Saves the given settings; the others stay as on the server. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: (change: Change) => call('PUT /api/settings', { body: change }),
    meta: { failure: 'Failed to save settings' },
    onSuccess: (answer, _body, _result, { client }) => {
      for (const warning of answer.warnings.slice(0, MOST_WARNINGS)) toast.warning(warning);
      return replaceAnswer(client, settingsQuery, answer);
    },
    // It may conflict with another window's change, which is then shown.
    onError: (_error, _body, _result, { client }) =>
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
}
