import type { TestMessage } from '@pigeonpost/contract/calls/tests';
import { ApiError } from '@pigeonpost/contract/client';
import { hasTestEnded } from '@pigeonpost/contract/tests';
import { QueryObserver, queryOptions, useMutation } from '@tanstack/react-query';
import { settingsQuery } from '../../account/settings.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { testWords } from './test-words.ts';

const ASKED_EVERY_MS = 1500;

/** How far a test is, asked again until it has ended. No event tells of it. */
export function testQuery(id: number) {
  return queryOptions({
    queryKey: ['tests', id],
    queryFn: async ({ signal }) => (await call('GET /api/tests/{id}', { params: { id }, signal })).test,
    refetchInterval: ({ state: { data } }) => (data && hasTestEnded(data.state) ? false : ASKED_EVERY_MS),
  });
}

type NewTest = { profile_id: number; recipient: string; text: string };

/** Sends a test. The server keeps the own name with it. */
export function useSendTest() {
  return useMutation({
    mutationFn: async (body: NewTest) => (await call('POST /api/tests', { body })).test,
    meta: { refetch: [settingsQuery.queryKey] },
    onSuccess: (test) => queryClient.setQueryData(testQuery(test.id).queryKey, test),
  });
}

/** Tells by a toast how a test ended, unless it is being looked at then (docs/behaviour.md#tests). */
export function followTest({ id }: TestMessage, isShown: () => boolean): void {
  const stop = new QueryObserver(queryClient, testQuery(id)).subscribe(({ data, error }) => {
    // It was forgotten, or the session has ended.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) stop();
    if (!data || !hasTestEnded(data.state)) return;
    stop();
    if (isShown()) return;
    if (data.state === 'sent') toast.success(testWords(data));
    else if (data.state === 'unclear') toast.warning(testWords(data));
    else toast.error('The test was not sent', data.reason ?? undefined);
  });
}
