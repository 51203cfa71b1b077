import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { forgetSession, login, replaceUser } from '../../api/session.ts';
import { browserTimeZone } from '../../format/time-zone.ts';
import { agentKeys } from '../../query-keys.ts';

/** Signs in; the guards lead on to the dashboard. */
export function useLogin() {
  return useMutation({ mutationFn: login, meta: { done: 'Login successful!', failure: 'Login failed' } });
}

/** Creates an account. It does not sign in. */
export function useRegister() {
  return useMutation({
    mutationFn: (account: { username: string; password: string }) =>
      call('POST /api/auth/register', { body: { ...account, time_zone: browserTimeZone() } }),
    meta: { done: 'Registration successful! Please login.', failure: 'Registration failed' },
  });
}

/** Asks an administrator for a new password; the answer does not tell whether the account exists. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (username: string) => call('POST /api/auth/forgot-password', { body: { username } }),
  });
}

/** The user of a one-time link; looking it up does not use it up. */
export function resetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => call('POST /api/auth/reset-password/check', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The address that a link confirms, once: it is asked for by the page of the link alone, and never again. */
export function confirmedEmailQuery(token: string) {
  return queryOptions({
    queryKey: ['confirm-email', token],
    queryFn: () => call('POST /api/auth/confirm-email', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Sets a password with a one-time link; a user signed in here is signed out. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; new_password: string }) =>
      call('POST /api/auth/reset-password', { body }),
    meta: { done: 'Password updated successfully' },
    onSuccess: forgetSession,
  });
}

/** Changes the user's time zone. */
export function useSaveTimeZone() {
  return useMutation({
    mutationFn: (time_zone: string) => call('PUT /api/auth/profile', { body: { time_zone } }),
    meta: {
      done: (_answer: unknown, zone: string) => `Your days begin at midnight in ${zone}.`,
      failure: 'Failed to save settings',
    },
    onSuccess: ({ user }, _zone, _result, { client }) => {
      replaceUser(user);
      // The days of the figures begin at another time now.
      return client.invalidateQueries();
    },
  });
}

/** Changes one's own password; every other browser and every agent is signed out. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) =>
      call('PUT /api/auth/password', { body }),
    meta: {
      done: 'Password updated successfully',
      failure: 'Failed to change password',
      refetch: [agentKeys.all],
    },
  });
}
