/** How long a toast stays; conflicts take longest to read. */
export const TOAST_MS = { success: 3000, warning: 4000, error: 5000, conflict: 6000 };

export type ToastKind = 'success' | 'warning' | 'error' | 'conflict';
export type ToastShown = { id: string; kind: ToastKind; text: string };
