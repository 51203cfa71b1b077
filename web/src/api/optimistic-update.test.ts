import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { optimistic, optimisticUpdate } from './optimistic-update.ts';

type Page = { on: boolean };

const KEY = ['profiles', 'list', 1];

function startClient(t: { after: (end: () => void) => void }): QueryClient {
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  t.after(() => client.clear());
  client.setQueryData<Page>(KEY, { on: false });
  return client;
}

test('a change is shown before its answer, and taken back when it is refused', async (t) => {
  const client = startClient(t);
  const answer = Promise.withResolvers<void>();
  const change = new MutationObserver(client, {
    mutationFn: (_on: boolean) => answer.promise,
    ...optimisticUpdate<Page, boolean>({
      pages: ['profiles'],
      update: (page, on) => ({ ...page, on }),
      refetch: [],
    }),
  });
  const made = change.mutate(true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(client.getQueryData(KEY), { on: true });
  answer.reject(new Error('Refused'));
  await assert.rejects(made, /Refused/);
  assert.deepEqual(client.getQueryData(KEY), { on: false });
});

test('of changes that overlap only the last one fetches again', async (t) => {
  const client = startClient(t);
  const isOld = () => client.getQueryState(KEY)?.isInvalidated;
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const made = answers.map(({ promise }) =>
    new MutationObserver(client, {
      mutationFn: () => promise,
      ...optimistic<void>({ queries: KEY, show: () => {}, refetch: [['profiles']], mutationKey: ['change'] }),
    }).mutate(),
  );
  answers[0]?.resolve();
  await made[0];
  assert.equal(isOld(), false);
  answers[1]?.resolve();
  await made[1];
  assert.equal(isOld(), true);
});
