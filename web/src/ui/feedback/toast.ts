import type { ToastKind } from './toast-kind.ts';

let count = 0;
const hosts = new Set<() => void>();

/** Short messages at the bottom left, on phones at the top. */
export const toast = {
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  /** A 409 that needs time to read: 6 s. */
  conflict: (text: string) => show('conflict', text),
};

/** For the host: told when the first toast is on its way. */
export function onFirstToast(host: () => void): () => void {
  hosts.add(host);
  return () => hosts.delete(host);
}

export function toastsWanted(): boolean {
  return count > 0;
}

function show(kind: ToastKind, text: string): void {
  count += 1;
  const id = `toast-${count}`;
  import('./toast-center.tsx').then((center) => center.showToast({ id, kind, text }));
  for (const host of hosts) host();
}
