/** How long a toast stays (spec 3): conflicts longest, loading until it is dismissed. */
export const TOAST_MS = { default: 4000, success: 3000, error: 5000, conflict: 6000 };

export type ToastKind = 'default' | 'success' | 'warning' | 'error' | 'conflict' | 'loading';
export type ToastShown = { id: string; kind: ToastKind; text: string };
