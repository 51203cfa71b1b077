import { queryClient } from './query-client.ts';

type ChangeAtOnce<Page> = {
  /** The queries whose answers show the change. */
  pages: readonly unknown[];
  change: (page: Page) => Page;
  make: () => Promise<unknown>;
  /** Asks the server again, however it went. */
  refetch: () => Promise<unknown>;
};

/** Shows a change before the server has made it; takes it back and throws when the server refuses. */
export async function changeAtOnce<Page>({
  pages,
  change,
  make,
  refetch,
}: ChangeAtOnce<Page>): Promise<void> {
  const queryKey = pages;
  // An answer on its way would show the old state again.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData<Page>({ queryKey });
  queryClient.setQueriesData<Page>({ queryKey }, (page) => page && change(page));
  try {
    await make();
  } catch (error) {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
    throw error;
  } finally {
    void refetch();
  }
}
