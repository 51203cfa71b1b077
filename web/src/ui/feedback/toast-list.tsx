import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import { isTyping } from '../form/is-typing.ts';
import { useIsPhone } from '../layout/media.ts';
import { takeBackLast } from './toast.ts';
import css from './toast-list.module.css';

/** The list of toasts: beside the sidebar at the bottom left, on phones at the top. Ctrl Z takes back what the newest one tells of. */
export function ToastList() {
  const isPhone = useIsPhone();
  // Before the paint, so that a key pressed as soon as a toast is seen takes it back.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isUndo && !isTyping(event.target) && takeBackLast()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
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
