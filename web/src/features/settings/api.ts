import { MAX_PAGE_SIZE } from '@pigeonpost/contract/limits';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { forgetSession } from '../../api/session.ts';
import { campaignKeys } from '../../query-keys.ts';

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

/** One's own e-mail address; another tab may confirm it. */
export const emailQuery = queryOptions({
  queryKey: ['email-address'],
  queryFn: ({ signal }) => call('GET /api/account/email', { signal }),
  refetchOnWindowFocus: 'always',
});

/** Gives, changes or removes the address; `done` is the text of the toast, left out where the form says it. */
export function useSetEmail(done?: string) {
  return useMutation({
    mutationFn: (body: { email: string | null; current_password?: string }) =>
      call('PUT /api/account/email', { body }),
    meta: { ...(done !== undefined && { done }), failure: 'Failed to save the address' },
    onSuccess: (answer, _body, _result, { client }) => client.setQueryData(emailQuery.queryKey, answer),
  });
}

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
