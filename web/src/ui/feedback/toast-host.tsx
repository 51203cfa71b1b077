import { hideNotification, type NotificationData, useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import css from './part-failure.module.css';

const ToastList = lazyPart(() => import('./toast-list.tsx').then((m) => m.ToastList), 'background');

/** Where toasts appear. Stands once, at the root. Until the list is there, and offline, they are shown without it. */
export function ToastHost() {
  const shown = useNotifications().notifications;
  const [isWanted, setWanted] = useState(false);
  if (shown.length > 0 && !isWanted) setWanted(true);
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
