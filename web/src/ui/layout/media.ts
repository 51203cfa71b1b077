import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 47.99em)';

/** Whether the window is narrower than 48em: cards instead of tables, full-width controls. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
