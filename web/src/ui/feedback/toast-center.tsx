import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useIsPhone } from '../layout/media.ts';
import css from './toast.module.css';
import { TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

const MOST_TOASTS = 20;

const ICONS: Record<ToastKind, typeof IconCheck> = {
  success: IconCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
  conflict: IconAlertTriangle,
};

/** Shows one toast; the host mounts the list with the first of them. */
export function showToast({ id, kind, text }: ToastShown): void {
  const Icon = ICONS[kind];
  const isAlert = kind === 'error' || kind === 'conflict';
  notifications.show({
    id,
    message: text,
    icon: <Icon size={18} />,
    role: isAlert ? 'alert' : 'status',
    autoClose: TOAST_MS[kind],
    className: css.toast ?? '',
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
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
