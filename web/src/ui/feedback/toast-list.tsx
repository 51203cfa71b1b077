import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useIsPhone } from '../layout/media.ts';
import css from './toast-list.module.css';

/** The list of toasts: beside the sidebar at the bottom left, on phones at the top. */
export function ToastList() {
  const isPhone = useIsPhone();
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-left'}
      className={css.list ?? ''}
      limit={20}
      containerWidth={360}
      transitionDuration={120}
    />
  );
}
