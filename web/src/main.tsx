import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { onSessionChange, startSession } from './api/session.ts';
import { router } from './routes.tsx';
import { LogoLoader } from './shell/logo-loader.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const root = createRoot(document.getElementById('root') as HTMLElement);

render(<LogoLoader />);
await startSession();
// A session that begins or ends is a matter of the guards: they lead to the dashboard or to /login.
onSessionChange(() => router.invalidate());
render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);

function render(page: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {page}
      </MantineProvider>
    </StrictMode>,
  );
}
