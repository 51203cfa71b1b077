import type { DataTag, Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Events may come many times a second, a fetch may take long. */
const AGAIN_AFTER_MS = 1000;

/** The queries whose running fetch may bring an answer from before a change. */
const late = new WeakSet<Query>();

/**
 * Marks the running fetches under a key: something there has changed, so an answer under way may be older than what is
 * shown already. It is shown, and fetched again a second later. For what an event patches in the cache.
 */
export function markLate(client: QueryClient, queryKey: QueryKey): void {
  const running = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  for (const query of running) late.add(query);
}

/** Shows the answer of a change as a query's; a running fetch of it may be older, and is dropped. */
export async function replaceAnswer<Data>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, Error> },
  answer: NoInfer<Data>,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<unknown>(queryKey, answer);
}

/**
 * Fetches marked queries again. The first fetch of a query is also marked when the query is invalidated: the library
 * starts every fetch over then, except the first.
 */
export function fetchLateAgain(client: QueryClient): void {
  const again = (queryKey: QueryKey) =>
    setTimeout(() => {
      // In the middle of a user's own change, an answer would undo what is shown of it.
      if (client.isMutating({ mutationKey: [queryKey[0]] }) > 0) again(queryKey);
      else void client.invalidateQueries({ queryKey, exact: true });
    }, AGAIN_AFTER_MS);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirst = query.state.data === undefined;
    if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching') late.add(query);
    if (action.type === 'fetch' && !isFirst) late.delete(query);
    if (action.type === 'success' && !action.manual && late.delete(query)) again(query.queryKey);
  });
}
