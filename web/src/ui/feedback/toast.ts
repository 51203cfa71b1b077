import { fetchCode } from '../../api/fetch-code.ts';
import { TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

let count = 0;
/** Those that are shown without the list, whose code could not be fetched. */
let plain: ToastShown[] = [];
const hosts = new Set<() => void>();

/** Short messages at the bottom left, on phones at the top. */
export const toast = {
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
  /** A 409 that needs time to read: 6 s. */
  conflict: (text: string) => show('conflict', text),
  /** What was done, with Undo for 6 s, by press or Ctrl Z. */
  undo: (text: string, undo: () => unknown) => show('undo', text, undo),
};

/** For the host: told when a toast is on its way or a plain one goes. */
export function onToast(host: () => void): () => void {
  hosts.add(host);
  return () => hosts.delete(host);
}

export function toastsWanted(): boolean {
  return count > 0;
}

export function plainToasts(): ToastShown[] {
  return plain;
}

function show(kind: ToastKind, text: string, undo?: () => unknown): void {
  count += 1;
  const id = `toast-${count}`;
  fetchCode(() => import('./toast-center.tsx')).then(
    (center) => center.showToast({ id, kind, text, undo }),
    () => showPlain({ id, kind, text }),
  );
  tellHosts();
}

function showPlain(shown: ToastShown): void {
  plain = [...plain, shown];
  tellHosts();
  setTimeout(() => {
    plain = plain.filter((one) => one !== shown);
    tellHosts();
  }, TOAST_MS[shown.kind]);
}

function tellHosts(): void {
  for (const host of hosts) host();
}
