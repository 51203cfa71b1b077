import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { useSessionCheck } from './api/session.ts';
import { router } from './routes.tsx';
import { LogoLoader } from './shell/logo-loader.tsx';

/** The screens, or the mark until the user is known. */
export function App() {
  const { isRunning, hasTrouble } = useSessionCheck();
  if (isRunning) return <LogoLoader hasTrouble={hasTrouble} />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
