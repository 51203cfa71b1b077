/** How long a toast stays (spec 3): conflicts longest. */
export const TOAST_MS = { success: 3000, warning: 4000, error: 5000, conflict: 6000 };

export type ToastKind = 'success' | 'warning' | 'error' | 'conflict';
export type ToastShown = { id: string; kind: ToastKind; text: string };
