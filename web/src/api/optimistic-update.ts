import type { MutationKey, QueryClient, QueryKey } from '@tanstack/react-query';

type Snapshot = [QueryKey, unknown][];
type Context = { client: QueryClient };

type Optimistic<Variables> = {
  /** The queries that are changed, and rolled back. */
  queries: QueryKey;
  show: (variables: Variables, client: QueryClient) => void;
  /** The queries that are fetched again in any case. */
  refetch: readonly QueryKey[];
  /** The mutation's own key, if the next change can begin before this one has ended: then only the last refetches. */
  mutationKey?: MutationKey;
};

/** Options of a mutation that shows its change before the server has made it, and rolls it back if it is refused. */
export function optimistic<Variables>({ queries, show, refetch, mutationKey }: Optimistic<Variables>) {
  return {
    ...(mutationKey ? { mutationKey } : {}),
    async onMutate(variables: Variables, { client }: Context): Promise<Snapshot> {
      // A running fetch would show the old state again.
      await client.cancelQueries({ queryKey: queries });
      const before = client.getQueriesData({ queryKey: queries });
      show(variables, client);
      return before;
    },
    onError(_error: Error, _variables: Variables, before: Snapshot | undefined, { client }: Context): void {
      for (const [key, data] of before ?? []) client.setQueryData(key, data);
    },
    onSettled(
      _data: unknown,
      _error: Error | null,
      _variables: Variables,
      _before: Snapshot | undefined,
      { client }: Context,
    ): void {
      // The count includes this one.
      if (mutationKey && client.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of refetch) void client.invalidateQueries({ queryKey });
    },
  };
}

type OptimisticUpdate<Page, Variables> = {
  /** The queries whose answers show the change. */
  pages: QueryKey;
  update: (page: Page, variables: Variables) => Page;
  refetch: readonly QueryKey[];
};

/** The same for a change of every page of a list. */
export function optimisticUpdate<Page, Variables>(options: OptimisticUpdate<Page, Variables>) {
  const { pages, update, refetch } = options;
  return optimistic<Variables>({
    queries: pages,
    show: (variables, client) => {
      client.setQueriesData<Page>({ queryKey: pages }, (page) => page && update(page, variables));
    },
    refetch,
  });
}
