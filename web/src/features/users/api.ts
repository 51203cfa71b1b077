import type { Pack, Role, UserSort } from '@pigeonpost/contract/account/subscription';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatNoun } from '../../format/format-number.ts';
import { userKeys } from '../../query-keys.ts';
import type { UserFilters } from './users-search.ts';

/** Accounts change without an event: other administrators change them, and users run campaigns. */
const POLL_EVERY_MS = 5000;

/** One page of all accounts, polled every five seconds. */
export function usersQuery(place: UserFilters & { sort_by: UserSort; search: string; page: number }) {
  return queryOptions({
    queryKey: [...userKeys.all, 'list', place],
    queryFn: ({ signal }) => call('GET /api/users', { query: place, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_EVERY_MS,
  });
}

/** An administrator's input for an account. */
type UserChange = {
  username: string;
  role: Role;
  pack: Pack;
  subscription_end_date?: string | null;
};

/** Makes an account. */
export function useCreateUser() {
  return useMutation({
    mutationFn: (body: UserChange & { password: string }) => call('POST /api/users', { body }),
    meta: { refetch: [userKeys.all] },
  });
}

/** Changes an account; left-out fields stay. */
export function useUpdateUser(id: number) {
  return useMutation({
    mutationFn: (change: Partial<UserChange & { is_active: boolean }>) =>
      call('PUT /api/users/{id}', { params: { id }, body: change }),
    meta: { refetch: [userKeys.all] },
  });
}

/** Extends the subscriptions of several users: each by months from its own end, or all to one day. */
export function useExtendUsers(failure?: string) {
  return useMutation({
    mutationFn: (body: { user_ids: number[] } & ({ months: number } | { subscription_end_date: string })) =>
      call('POST /api/users/extend', { body }),
    meta: {
      done: (_answer: unknown, { user_ids }: { user_ids: number[] }) =>
        `${formatNoun(user_ids.length, 'subscription')} extended`,
      failure,
      refetch: [userKeys.all],
    },
  });
}

/** Sets a user's password; their sessions and agents end. */
export function useSetPassword(id: number) {
  return useMutation({
    mutationFn: (new_password: string) =>
      call('PUT /api/users/{id}/password', { params: { id }, body: { new_password } }),
    meta: { refetch: [userKeys.all] },
  });
}

/** Makes a link with which a user sets a new password. */
export function useMakeResetLink(id: number) {
  return useMutation({
    mutationFn: () => call('POST /api/users/{id}/reset-link', { params: { id } }),
    meta: { failure: 'Failed to make a link', refetch: [userKeys.all] },
  });
}

/** Deletes a user with all their data. */
export function useDeleteUser(id: number) {
  return useMutation({
    mutationFn: () => call('DELETE /api/users/{id}', { params: { id } }),
    meta: { refetch: [userKeys.all] },
  });
}
