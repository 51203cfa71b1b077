import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

type Made = {
  make: () => Promise<unknown>;
  /** Asks the server again, however it went. */
  refetch: () => Promise<unknown>;
};

type ChangeAtOnce<Page> = Made & {
  /** The queries whose answers show the change. */
  pages: QueryKey;
  change: (page: Page) => Page;
};

/** Shows a change of pages before the server has made it; takes it back and throws when the server refuses. */
export function changeAtOnce<Page>({ pages, change, ...made }: ChangeAtOnce<Page>): Promise<void> {
  const show = () => {
    queryClient.setQueriesData<Page>({ queryKey: pages }, (page) => page && change(page));
  };
  return showAtOnce({ queryKey: pages, show, ...made });
}

type ShowAtOnce = Made & {
  /** The queries that `show` changes, and that are taken back. */
  queryKey: QueryKey;
  show: () => void | Promise<void>;
};

/** The same where more than pages changes: `show` does it itself. */
export async function showAtOnce({ queryKey, show, make, refetch }: ShowAtOnce): Promise<void> {
  // An answer on its way would show the old state again.
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData({ queryKey });
  await show();
  try {
    await make();
  } catch (error) {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    throw error;
  } finally {
    void refetch();
  }
}
