import { ApiError } from '@pigeonpost/contract/client';
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';

const FRESH_MS = 5000;

/** What is said and fetched when a mutation ends, as its `meta`; the cache below does it. */
type MutationOutcome = {
  /** Told when it succeeds. As a function it gets the answer and the mutation's variables. */
  done?: string | ((answer: never, variables: never) => string) | undefined;
  /** Told when it fails, unless the server refuses with a sentence of its own. */
  failure?: string | ((variables: never) => string) | undefined;
  /** The queries that it makes old. After a success it is pending until they are fetched. */
  refetch?: readonly QueryKey[];
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationOutcome;
  }
}

/** Who tells people how a change ended. */
type Teller = { success: (text: string) => void; failure: (error: unknown, own: string) => void };

let teller: Teller | undefined;

/** Has outcomes of mutations told by the shell's toasts. */
export function tellOutcomesBy(next: Teller): void {
  teller = next;
}

/** The cache of what the server answered (its keys: query-keys.ts). */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails and says so. The library would rather wait, and send it behind the user's back.
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
      // What was to be changed has gone, in another tab perhaps: the screen shows it no longer.
      if (error instanceof ApiError && error.status === 404) void queryClient.invalidateQueries();
    },
    onSettled: async (_answer, error, _variables, _result, { meta }) => {
      const fetched = meta?.refetch?.map((queryKey) => queryClient.invalidateQueries({ queryKey })) ?? [];
      if (!error) await Promise.all(fetched);
    },
  }),
});

/** Only what a second try may change: no answer at all, or a server that is away. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
