import type { Settings } from '@pigeonpost/contract/calls/settings';
import { MAX_PAGE_SIZE } from '@pigeonpost/contract/limits';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { SettingsValues } from '@pigeonpost/contract/settings';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { forgetSession } from '../../api/session.ts';
import { campaignKeys } from '../../query-keys.ts';

/** The pauses between messages. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
});

/** The kind of the user's names; usernames until it is fetched. */
export function useNameKind(): NameKind {
  return useQuery(settingsQuery).data?.settings.names ?? 'instagram';
}

/** Whether a machine of the user has ever read replies. */
export function useHearsReplies(): boolean {
  return useQuery(settingsQuery).data?.settings.hears_replies ?? false;
}

type Change =
  | Partial<SettingsValues>
  | { never_twice_days: number | null }
  | { names: NameKind }
  | Pick<Settings, 'hours' | 'quiet_dates'>
  | Partial<Pick<Settings, 'profile_cap_hour' | 'profile_cap_day' | 'cap_day'>>;

/** Saves the given settings; the others stay as on the server. `done` gives the text of the toast. */
export function useSaveSettings(done?: (answer: unknown, change: never) => string) {
  return useMutation({
    mutationFn: (change: Change) => call('PUT /api/settings', { body: change }),
    meta: { done, failure: 'Failed to save settings' },
    onSuccess: (answer, _body, _result, { client }) => replaceAnswer(client, settingsQuery, answer),
    // It may conflict with another window's change, which is then shown.
    onError: (_error, _body, _result, { client }) =>
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
}

/** The moments of the next scheduled starts, a page of them at most. */
export const scheduledStartsQuery = queryOptions({
  queryKey: [...campaignKeys.all, 'scheduled starts'],
  queryFn: async ({ signal }) => {
    const query = { status: 'scheduled', limit: MAX_PAGE_SIZE } as const;
    const { campaigns } = await call('GET /api/campaigns', { query, signal });
    return campaigns
      .filter(({ stage }) => stage === 'scheduled')
      .map(({ start_at }) => Date.parse(start_at ?? ''))
      .sort((one, other) => one - other);
  },
});

/** The browsers in which the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
});

/** Signs another browser out; `done` is the text of the toast. */
export function useEndSession(done: string) {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/auth/sessions/{id}', { params: { id } }),
    meta: { done, failure: 'Failed to end the session', refetch: [sessionsQuery.queryKey] },
  });
}

/** Signs every browser out, this one too; the guards lead to /login. */
export function useLogOutEverywhere() {
  return useMutation({
    mutationFn: () => call('POST /api/auth/logout-everywhere'),
    meta: { done: 'Logged out everywhere.', failure: 'Failed to log out everywhere' },
    onSuccess: forgetSession,
  });
}
