import type { ReactNode } from 'react';
import css from './badge.module.css';

/** The meaning of a colour: running and sent, done, waiting for the user, failed, anything else. */
export type Tone = 'running' | 'completed' | 'paused' | 'failed' | 'pending';

type BadgeProps = {
  tone: Tone;
  icon?: ReactNode;
  /** Coloured icon and plain text, for dense tables. */
  dense?: boolean | undefined;
  children: ReactNode;
};

/** A status in words, with its icon and tint. */
export function Badge({ tone, icon, dense, children }: BadgeProps) {
  return (
    <span className={dense ? css.dense : css.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
