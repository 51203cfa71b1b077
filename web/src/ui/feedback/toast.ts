import { hideNotification, showNotification } from '@mantine/notifications';
import { ApiError } from '@pigeonpost/contract/client';
import { failureOf } from './failure.ts';
import { toastIcon, toastMessage } from './toast-message.tsx';

/** How long each kind stays: what can be taken back waits for it, what is under way stays until it has ended. */
const STAYS_MS = {
  success: 3000,
  warning: 4000,
  error: 5000,
  conflict: 6000,
  undo: 6000,
  loading: false,
} as const;

export type ToastKind = keyof typeof STAYS_MS;

/** Removes a loading toast; `success` and `error` replace it with the result. */
type LoadingToast = {
  success: (text: string) => void;
  error: (text: string, reason?: string) => void;
  dismiss: () => void;
};

/** Short messages at the bottom left, on phones at the top (docs/behaviour.md#toasts). */
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
  /** What was done, with Undo for 6 s or as long as it says, by press or Ctrl Z. Returns how to dismiss it. */
  undo(text: string, undo: () => unknown, staysMs: number = STAYS_MS.undo): () => void {
    const id = show('undo', text, { undo, staysMs });
    return () => void hideNotification(id);
  },
  /** What takes long: stays until it is dismissed or its handle says how it ended. */
  loading(text: string): LoadingToast {
    const id = show('loading', text);
    const dismiss = () => void hideNotification(id);
    const endWith = (kind: ToastKind) => (words: string, reason?: string) => {
      dismiss();
      show(kind, words, { reason });
    };
    return { success: endWith('success'), error: endWith('error'), dismiss };
  },
};

let count = 0;
/** How to take back what toasts and parts of the screen tell of, oldest first. */
const undos = new Map<string, () => void>();

/** Lets Ctrl Z take back what a part of a screen shows. Returns how to end that. */
export function offerUndo(undo: () => void): () => void {
  count += 1;
  const id = `offer-${count}`;
  undos.set(id, undo);
  return () => void undos.delete(id);
}

/** Takes back what the newest of them tells of; false without one. */
export function takeBackLast(): boolean {
  const takeBack = [...undos.values()].at(-1);
  takeBack?.();
  return takeBack !== undefined;
}

type More = { reason?: string | undefined; undo?: () => unknown; staysMs?: number | false };

function show(kind: ToastKind, text: string, { reason, undo, staysMs = STAYS_MS[kind] }: More = {}): string {
  count += 1;
  const id = `toast-${count}`;
  const takeBack = () => {
    hideNotification(id);
    undo?.();
  };
  if (undo) undos.set(id, takeBack);
  const isAlert = kind === 'error' || kind === 'conflict';
  return showNotification({
    id,
    message: toastMessage({ text, reason, undo: undo && takeBack }),
    icon: toastIcon(isAlert || kind === 'warning'),
    loading: kind === 'loading',
    loaderProps: { size: 20 },
    role: isAlert ? 'alert' : 'status',
    autoClose: staysMs,
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => undos.delete(id),
  });
}
