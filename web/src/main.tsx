import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { clearDraftsElsewhere } from './api/drafts.ts';
import { tellOutcomesBy } from './api/query-client.ts';
import { currentUser, onSessionChange, sessionCheck, startSession } from './api/session.ts';
import { App } from './app.tsx';
import { takeResetToken } from './features/auth/parts/reset-token.ts';
import { paths } from './paths.ts';
import { router } from './routes.tsx';
import { LogoLoader } from './shell/logo-loader.tsx';
import { applyStyles, loadStyles } from './theme/apply-styles.ts';
import { theme } from './theme/theme.ts';
import { fetchPartsWhenIdle } from './ui/feedback/part-code.ts';
import { toast } from './ui/feedback/toast.ts';

// The page itself contains the first paint, which stays until there is more to show.
const root = createRoot(document.getElementById('root') as HTMLElement);
// First of all, so that a secret does not stay in the address.
takeResetToken();
tellOutcomesBy(toast);
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
onSessionChange(fetchPartsWhenIdle());

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
