import { fetchCode } from '../../api/fetch-code.ts';
import { TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

let count = 0;
/** Those that are shown without the list, whose code could not be fetched. */
let plain: ToastShown[] = [];
const hosts = new Set<() => void>();

/** Takes a loading toast away; `success` and `error` say how it ended in its place. */
export type LoadingToast = {
  success: (text: string) => void;
  error: (text: string) => void;
  dismiss: () => void;
};

/** Short messages at the bottom left, on phones at the top. */
export const toast = {
  success: (text: string) => void show('success', text),
  warning: (text: string) => void show('warning', text),
  error: (text: string) => void show('error', text),
  /** A 409 that needs time to read: 6 s. */
  conflict: (text: string) => void show('conflict', text),
  /** What was done, with Undo for 6 s, by press or Ctrl Z. */
  undo: (text: string, undo: () => unknown) => void show('undo', text, undo),
  /** What takes long: stays until it is dismissed or its handle says how it ended (docs/behaviour.md#toasts). */
  loading(text: string): LoadingToast {
    const { id, shown } = show('loading', text);
    const dismiss = () => void shown.then(() => hide(id));
    const endWith = (kind: ToastKind) => (words: string) => {
      dismiss();
      show(kind, words);
    };
    return { success: endWith('success'), error: endWith('error'), dismiss };
  },
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

function show(kind: ToastKind, text: string, undo?: () => unknown): { id: string; shown: Promise<void> } {
  count += 1;
  const id = `toast-${count}`;
  const shown = fetchCode(() => import('./toast-center.tsx')).then(
    (center) => center.showToast({ id, kind, text, undo }),
    () => showPlain({ id, kind, text }),
  );
  tellHosts();
  return { id, shown };
}

function hide(id: string): void {
  if (plain.some((one) => one.id === id)) hidePlain(id);
  else fetchCode(() => import('./toast-center.tsx')).then((center) => center.hideToast(id));
}

function showPlain(shown: ToastShown): void {
  plain = [...plain, shown];
  tellHosts();
  const stays = TOAST_MS[shown.kind];
  if (stays !== false) setTimeout(() => hidePlain(shown.id), stays);
}

function hidePlain(id: string): void {
  plain = plain.filter((one) => one.id !== id);
  tellHosts();
}

function tellHosts(): void {
  for (const host of hosts) host();
}
