import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './templates.module.css';

/** What is probably wrong in a message, with what mends it. */
export function Hint({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <p className={css.hint}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{children}</span>
      {actions ? <span className={css.cures}>{actions}</span> : null}
    </p>
  );
}

/** Mends something in the message. */
export function TextButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className={`${css.insert} text-button`} onClick={onPress}>
      {children}
    </button>
  );
}
