import { lazy, Suspense, useSyncExternalStore } from 'react';
import { onFirstToast, toastsWanted } from './toast.ts';

const ToastList = lazy(() => import('./toast-center.tsx').then((m) => ({ default: m.ToastList })));

/** Where toasts appear. Stands once, at the root; the list loads with the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onFirstToast, toastsWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  ) : null;
}
