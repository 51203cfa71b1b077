import { useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part.tsx';
import css from './part-failure.module.css';
import { onToast, plainToasts, toastsWanted } from './toast.ts';

const ToastList = lazyPart(() => import('./toast-center.tsx').then((m) => m.ToastList), 'quiet');

/** The place of toasts. Used once, at the root; the list loads with the first toast, and works without it offline. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToast, toastsWanted);
  const plain = useSyncExternalStore(onToast, plainToasts);
  return (
    <>
      {wanted ? <ToastList /> : null}
      {plain.length > 0 ? (
        <div className={css.over}>
          {plain.map(({ id, kind, text, reason }) => (
            <p key={id} role={kind === 'error' || kind === 'conflict' ? 'alert' : 'status'}>
              {text}
              {reason ? <small>{reason}</small> : null}
            </p>
          ))}
        </div>
      ) : null}
    </>
  );
}
