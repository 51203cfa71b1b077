/**
 * How long a toast stays; conflicts take longest to read, undoable ones wait for Undo, and loading ones stay until
 * their end.
 */
export const TOAST_MS = {
  success: 3000,
  warning: 4000,
  error: 5000,
  conflict: 6000,
  undo: 6000,
  loading: false,
} as const;

export const MOST_TOASTS = 20;

export type ToastKind = keyof typeof TOAST_MS;
export type ToastShown = {
  id: string;
  kind: ToastKind;
  text: string;
  /** Why, below it. */
  reason?: string | undefined;
  undo?: (() => unknown) | undefined;
};
