import { ApiError } from '@pigeonpost/contract/client';
import { fetchCode } from '../../api/fetch-code.ts';
import { failureOf } from './failure.ts';
import { TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

let count = 0;
/** Toasts that are shown without the list, whose code could not be fetched. */
let plain: ToastShown[] = [];
const hosts = new Set<() => void>();

/** Removes a loading toast; `success` and `error` replace it with the result. */
type LoadingToast = {
  success: (text: string) => void;
  error: (text: string, reason?: string) => void;
  dismiss: () => void;
};

/** Short messages at the bottom left, on phones at the top. */
export const toast = {
  success: (text: string) => void show('success', text),
  warning: (text: string) => void show('warning', text),
  /** The failure, and below it the reason, if that is known separately. */
  error: (text: string, reason?: string) => void show('error', text, { reason }),
  /** Shows how a call failed, with `own` as the screen's text; conflicts (409) stay longer. */
  failure(error: unknown, own: string): void {
    const { text, reason } = failureOf(error, own);
    const isConflict = error instanceof ApiError && error.status === 409;
    show(isConflict ? 'conflict' : 'error', text, { reason });
  },
  /** What was done, with Undo for 6 s, by press or Ctrl Z. */
  undo: (text: string, undo: () => unknown) => void show('undo', text, { undo }),
  /** A long task: stays until it is dismissed or its handle gives the result (docs/behaviour.md#toasts). */
  loading(text: string): LoadingToast {
    const { id, shown } = show('loading', text);
    const dismiss = () => void shown.then(() => hide(id));
    const endWith = (kind: ToastKind) => (words: string, reason?: string) => {
      dismiss();
      show(kind, words, { reason });
    };
    return { success: endWith('success'), error: endWith('error'), dismiss };
  },
};

/** For the host: called when a toast is about to come or a plain one goes. */
export function onToast(host: () => void): () => void {
  hosts.add(host);
  return () => hosts.delete(host);
}

/** Whether there was a toast yet: the host loads with the first one. */
export function toastsWanted(): boolean {
  return count > 0;
}

/** Toasts shown without the list; the same array until one comes or goes. */
export function plainToasts(): ToastShown[] {
  return plain;
}

type More = Pick<ToastShown, 'reason' | 'undo'>;

function show(kind: ToastKind, text: string, more: More = {}): { id: string; shown: Promise<void> } {
  count += 1;
  const id = `toast-${count}`;
  const shown = fetchCode(() => import('./toast-center.tsx')).then(
    (center) => center.showToast({ id, kind, text, ...more }),
    () => showPlain({ id, kind, text, reason: more.reason }),
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
