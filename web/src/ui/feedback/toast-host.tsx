import { hideNotification, type NotificationData, useNotifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect, useState } from 'react';
import { isTyping } from '../form/is-typing.ts';
import { lazyPart } from './lazy-part.tsx';
import css from './part-failure.module.css';
import { takeBackLast } from './toast.ts';

const ToastList = lazyPart(() => import('./toast-list.tsx').then((m) => m.ToastList), 'background');

/**
 * Where toasts appear. Stands once, at the root. Until the list is there, and offline, they are shown without it. Ctrl Z
 * takes back what the newest one tells of.
 */
export function ToastHost() {
  const shown = useNotifications().notifications;
  const [isWanted, setWanted] = useState(false);
  if (shown.length > 0 && !isWanted) setWanted(true);
  // Before the paint, so that a key pressed as soon as a toast is seen takes it back.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isUndo && !isTyping(event.target) && takeBackLast()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return isWanted ? <ToastList fallback={<PlainToasts shown={shown} />} /> : null;
}

function PlainToasts({ shown }: { shown: NotificationData[] }) {
  return shown.length === 0 ? null : (
    <div className={css.overlay}>
      {shown.map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function PlainToast({ toast: { id, message, role, autoClose } }: { toast: NotificationData }) {
  useEffect(() => {
    if (typeof autoClose !== 'number' || !id) return;
    const timer = setTimeout(() => hideNotification(id), autoClose);
    return () => clearTimeout(timer);
  }, [id, autoClose]);
  return <div role={role}>{message}</div>;
}
