import type { NotificationChoices } from '@pigeonpost/contract/calls/notifications';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { replaceAnswer } from '../../api/late-answers.ts';
import { notificationKeys } from '../../query-keys.ts';

/** The newest notifications, and how many are unread. */
export const notificationsQuery = queryOptions({
  queryKey: notificationKeys.newest,
  queryFn: ({ signal }) => call('GET /api/notifications', { signal }),
});

/** Of what the user is told, and where. */
export const notificationChoicesQuery = queryOptions({
  queryKey: notificationKeys.choices,
  queryFn: ({ signal }) => call('GET /api/notifications/choices', { signal }),
});

/** Marks all as read. A failure needs no word: they stay unread, and the next look marks them. */
export function useReadNotifications() {
  return useMutation({
    mutationFn: () => call('POST /api/notifications/read', { body: { ids: 'all' } }),
    onSuccess: (_answer, _none, _result, { client }) =>
      client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  });
}

/** Mails a test to the user's own address. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: () => call('POST /api/notifications/test'),
    meta: { failure: 'Failed to send a test' },
  });
}

/** Saves what was chosen; the rest stays as on the server. */
export function useSaveNotificationChoices() {
  return useMutation({
    mutationFn: (body: Partial<NotificationChoices>) => call('PUT /api/notifications/choices', { body }),
    meta: { failure: 'Failed to save settings' },
    onSuccess: (answer, _body, _result, { client }) =>
      replaceAnswer(client, notificationChoicesQuery, answer),
  });
}
