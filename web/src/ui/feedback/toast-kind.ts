/** How long a toast stays; conflicts take longest to read, and what can be taken back waits for it. */
export const TOAST_MS = { success: 3000, warning: 4000, error: 5000, conflict: 6000, undo: 6000 };

export type ToastKind = 'success' | 'warning' | 'error' | 'conflict' | 'undo';
export type ToastShown = { id: string; kind: ToastKind; text: string; undo?: (() => unknown) | undefined };
