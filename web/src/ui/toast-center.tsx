import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Loader } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useIsPhone } from './media.ts';
import css from './toast.module.css';
import { TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

const MOST_TOASTS = 20;

const ICONS: Record<ToastKind, typeof IconCheck> = {
  default: IconInfoCircle,
  success: IconCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
  conflict: IconAlertTriangle,
  loading: IconInfoCircle,
};

/** Shows one toast; the host mounts the list with the first of them. */
export function showToast({ id, kind, text }: ToastShown): void {
  const Icon = ICONS[kind];
  const isAlert = kind === 'error' || kind === 'conflict';
  notifications.show({
    id,
    message: text,
    icon: kind === 'loading' ? <Loader size={16} /> : <Icon size={18} />,
    role: isAlert ? 'alert' : 'status',
    autoClose: durationOf(kind),
    className: css.toast ?? '',
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

export function hideToast(id: string): void {
  notifications.hide(id);
}

/** The list of toasts: beside the sidebar at the bottom left, on phones at the top. */
export function ToastList() {
  const isPhone = useIsPhone();
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-left'}
      className={css.list ?? ''}
      limit={MOST_TOASTS}
      containerWidth={360}
      transitionDuration={120}
    />
  );
}

function durationOf(kind: ToastKind): number | false {
  if (kind === 'loading') return false;
  return kind === 'warning' ? TOAST_MS.default : TOAST_MS[kind];
}
