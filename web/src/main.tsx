import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { clearDraftsElsewhere, saveWaitingDrafts } from './api/drafts.ts';
import { queryClient, tellOutcomesBy } from './api/query-client.ts';
import { currentUser, onSessionChange, sessionCheck, startSession, useSessionCheck } from './api/session.ts';
import { takeLinkToken } from './features/auth/parts/link-token.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';
import { LogoLoader } from './shell/logo-loader.tsx';
import { theme } from './theme/theme.ts';
import { startFetchingWhenIdle } from './ui/feedback/fetch-when-idle.ts';
import { toast } from './ui/feedback/toast.ts';

// Until they are applied, the styles of the code are for print only: the first paint of index.html neither waits for
// them nor shifts when they come. They stay first in the head, so that those of later parts come after them and win.
const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')];
// The page itself contains the first paint, which stays until there is more to show.
const root = createRoot(document.getElementById('root') as HTMLElement);
// First of all, so that a secret does not stay in the address.
takeLinkToken();
tellOutcomesBy(toast);
// A page that the browser keeps whole for Back has its drafts still.
addEventListener('pagehide', ({ persisted }) => (persisted ? undefined : saveWaitingDrafts()));
const stopWaiting = onSessionChange(() => {
  if (sessionCheck().hasTrouble) render(<LogoLoader hasTrouble />);
});
await Promise.all([startSession(), loadStyles()]);
stopWaiting();
await router.load();
render(<App />);

let shownUser = currentUser()?.id;
// The route guards follow the beginning and the end of a session: they lead to the dashboard or to /login.
onSessionChange(() => {
  const next = currentUser()?.id;
  const isReplaced = shownUser !== undefined && next !== undefined && shownUser !== next;
  shownUser = next;
  // Another user signed in in another tab: this place is not theirs.
  if (isReplaced) void router.navigate({ to: paths.dashboard, replace: true, ignoreBlocker: true });
  else void router.invalidate();
});
router.subscribe('onResolved', ({ toLocation }) => clearDraftsElsewhere(toLocation.pathname));
onSessionChange(startFetchingWhenIdle());

function render(page: ReactNode): void {
  const drawnFirst = document.querySelector('.pp-first');
  applyStyles();
  // At once: one replaces the other in the same frame.
  flushSync(() =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          {page}
        </MantineProvider>
      </StrictMode>,
    ),
  );
  drawnFirst?.remove();
}

/** The screens, or the mark until the user is known. */
function App() {
  const { isRunning, hasTrouble } = useSessionCheck();
  if (isRunning) return <LogoLoader hasTrouble={hasTrouble} />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

/** Resolves when the styles of the code are loaded, or failed: a page without them is better than none. */
async function loadStyles(): Promise<void> {
  await Promise.all(
    links.map((link) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => resolve());
      return link.sheet ? undefined : promise;
    }),
  );
}

/** Applies them in the frame in which the page replaces the first paint. */
function applyStyles(): void {
  for (const link of links) link.media = 'all';
}
