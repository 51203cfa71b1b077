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

// The page itself holds what is drawn first, which stays until there is more to show: nothing is blank in between.
const root = createRoot(document.getElementById('root') as HTMLElement);
// Before anything is waited for: a secret does not stay in the address.
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
// A session that begins or ends is a matter of the guards: they lead to the dashboard or to /login.
onSessionChange(() => {
  const next = currentUser()?.id;
  const isReplaced = shownUser !== undefined && next !== undefined && shownUser !== next;
  shownUser = next;
  // Signed in as somebody else in another tab: this place is not theirs.
  if (isReplaced) void router.navigate({ to: paths.dashboard, replace: true, ignoreBlocker: true });
  else void router.invalidate();
});
router.subscribe('onResolved', ({ toLocation }) => clearDraftsElsewhere(toLocation.pathname));
fetchPartsWhenIdle();

function render(page: ReactNode): void {
  const drawnFirst = document.querySelector('.pp-first');
  applyStyles();
  // At once: one takes the other's place in the same frame.
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
