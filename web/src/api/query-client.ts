import { ApiError } from '@pigeonpost/contract/client';
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { fetchLateAgain } from './late-answers.ts';

const FRESH_MS = 5000;

/** The texts and refetches at the end of a mutation, as its `meta`; the cache below applies them. */
type MutationOutcome = {
  /** The text of a success. A function gets the answer and the mutation's variables. */
  done?: string | ((answer: never, variables: never) => string) | undefined;
  /** The text of a failure, unless the server refuses with its own sentence. */
  failure?: string | ((variables: never) => string) | undefined;
  /** The queries that it makes stale. After a success the mutation is pending until they are fetched. */
  refetch?: readonly QueryKey[];
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationOutcome;
  }
}

/** Shows how a change ended. */
type Teller = { success: (text: string) => void; failure: (error: unknown, own: string) => void };

let teller: Teller | undefined;

/** Sets how outcomes of mutations are shown: by the shell's toasts. */
export function tellOutcomesBy(next: Teller): void {
  teller = next;
}

/** The cache of the server's answers (its keys: query-keys.ts). */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails and says so. By default the library would wait, and send it later without the
    // user.
    queries: {
      staleTime: FRESH_MS,
      retry: isWorthRetrying,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (answer, variables, _result, { meta }) => {
      const done =
        typeof meta?.done === 'function' ? meta.done(answer as never, variables as never) : meta?.done;
      if (done) teller?.success(done);
    },
    onError: (error, variables, _result, { meta }) => {
      const failure = typeof meta?.failure === 'function' ? meta.failure(variables as never) : meta?.failure;
      if (failure) teller?.failure(error, failure);
      // The changed row is gone, deleted in another tab perhaps, so the screens are fetched again.
      if (error instanceof ApiError && error.status === 404) void queryClient.invalidateQueries();
    },
    onSettled: async (_answer, error, _variables, _result, { meta }) => {
      const fetched = meta?.refetch?.map((queryKey) => queryClient.invalidateQueries({ queryKey })) ?? [];
      if (!error) await Promise.all(fetched);
    },
  }),
});

fetchLateAgain(queryClient);

/** Only errors that a second try may change: no answer at all, or a server that is away. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
