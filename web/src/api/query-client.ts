import { ApiError } from '@pigeonpost/contract/client';
import { MutationCache, QueryClient } from '@tanstack/react-query';

const FRESH_MS = 5000;

/**
 * The cache of what the server answered. A key begins with the noun of the call and goes on with what narrows
 * it: ['campaigns', search], ['campaigns', 'running'], so that an event can invalidate the whole noun.
 */
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
    // What was to be changed has gone, in another tab perhaps: the screen shows it no longer.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) void queryClient.invalidateQueries();
    },
  }),
});

/** Only what a second try may change: no answer at all, or a server that is away. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}
