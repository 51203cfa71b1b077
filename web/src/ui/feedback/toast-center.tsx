import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffectEvent, useLayoutEffect } from 'react';
import { isTyping } from '../form/is-typing.ts';
import { useIsPhone } from '../layout/media.ts';
import css from './toast.module.css';
import { MOST_TOASTS, TOAST_MS, type ToastKind, type ToastShown } from './toast-kind.ts';

// The undoable toasts, oldest first.
const undoable: string[] = [];

const ICONS: Record<ToastKind, typeof IconCheck> = {
  success: IconCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
  conflict: IconAlertTriangle,
  undo: IconCheck,
  loading: IconCheck,
};

/** Shows one toast; the host mounts the list with the first of them. */
export function showToast({ id, kind, text, reason, undo }: ToastShown): void {
  const Icon = ICONS[kind];
  const isAlert = kind === 'error' || kind === 'conflict';
  notifications.show({
    id,
    message: undo ? <UndoWords id={id} text={text} undo={undo} /> : <Words text={text} reason={reason} />,
    icon: <Icon size={18} />,
    loading: kind === 'loading',
    loaderProps: { size: 20 },
    role: isAlert ? 'alert' : 'status',
    autoClose: TOAST_MS[kind],
    className: css.toast ?? '',
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

/** Removes one toast before its time. */
export function hideToast(id: string): void {
  notifications.hide(id);
}

/** The text is an element of its own, so that it reads the same with a reason and without. */
function Words({ text, reason }: Pick<ToastShown, 'text' | 'reason'>) {
  return (
    <>
      <span>{text}</span>
      {reason ? <span className={css.reason}>{reason}</span> : null}
    </>
  );
}

type UndoWordsProps = { id: string; text: string; undo: () => unknown };

/** What was done, and Undo; Ctrl Z takes the last one. */
function UndoWords({ id, text, undo }: UndoWordsProps) {
  const takeBack = () => {
    notifications.hide(id);
    undo();
  };
  const takeBackByKey = useEffectEvent(takeBack);
  // Before the paint, so that a key pressed as soon as the toast is visible undoes it.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping(event.target) || undoable.at(-1) !== id) return;
      event.preventDefault();
      takeBackByKey();
    };
    undoable.push(id);
    addEventListener('keydown', press);
    return () => {
      undoable.splice(undoable.indexOf(id), 1);
      removeEventListener('keydown', press);
    };
  }, [id]);
  return (
    <span className={`${css.undo} spread`}>
      {text}
      <button type="button" title="Undo (Ctrl Z)" onClick={takeBack}>
        Undo
      </button>
    </span>
  );
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
