import { ActionIcon } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './reason-button.module.css';
import { isSecondClick } from './reason-button.tsx';

type ReasonIconProps = {
  /** The accessible name: 'Start Sept class'. */
  label: string;
  /** Why it is off; with a reason, the button is focusable and says so on hover and focus. */
  reason?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** An icon button of a row that stays in the tab order when it is off, and says why. */
export function ReasonIcon({ label, reason, onClick, children }: ReasonIconProps) {
  const tipId = useId();
  if (!reason) {
    return (
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={label}
        onClick={(event) => (isSecondClick(event) ? undefined : onClick())}
      >
        {children}
      </ActionIcon>
    );
  }
  return (
    <span className={css.holder}>
      <ActionIcon
        variant="subtle"
        size={32}
        className={css.offIcon}
        aria-label={label}
        aria-disabled="true"
        aria-describedby={tipId}
      >
        {children}
      </ActionIcon>
      <span id={tipId} role="tooltip" className={css.tip}>
        {reason}
      </span>
    </span>
  );
}
