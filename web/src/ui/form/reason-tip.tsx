import { type ReactNode, useId } from 'react';
import css from './reason-button.module.css';

type ReasonTipProps = {
  /** Why the control is off; without it the control is unchanged. */
  reason: string | undefined;
  /** The control; spread the attributes into it. */
  children: (attributes: { 'aria-disabled'?: true; 'aria-describedby'?: string }) => ReactNode;
};

/** A control that stays in the tab order while it is off, and says why on hover and focus. */
export function ReasonTip({ reason, children }: ReasonTipProps) {
  const tipId = useId();
  return (
    <span className={css.holder}>
      {children(reason ? { 'aria-disabled': true, 'aria-describedby': tipId } : {})}
      {reason && (
        <span id={tipId} role="tooltip" className={css.tip}>
          {reason}
        </span>
      )}
    </span>
  );
}
