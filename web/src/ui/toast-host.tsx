import { lazy, Suspense, useEffect, useState } from 'react';

const ToastList = lazy(() => import('./toast-center.tsx').then((m) => ({ default: m.ToastList })));

/** Where toasts appear. Stands once, at the root; loads once the first screen is there. */
export function ToastHost() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 0);
    return () => clearTimeout(timer);
  }, []);
  return ready ? (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  ) : null;
}
