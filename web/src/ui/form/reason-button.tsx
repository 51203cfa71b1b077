import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import css from './reason-button.module.css';

type ReasonButtonProps = Omit<ButtonProps, 'disabled'> & {
  /** Why it is off; with a reason, the button is focusable and says so on hover and focus. */
  reason?: string | undefined;
  onClick?: (() => void) | undefined;
  /** Submits its form, while it is on. */
  type?: 'submit';
  /** 44 px square, for phones. */
  square?: boolean | undefined;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  title?: string;
};

/** The second click of a double click: another button may stand there by now, such as Start after Pause. */
const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>) => detail > 1;

/**
 * A button that stays in the tab order when it is off, and says why. It is the same element on and off, so that a
 * change of the reason moves no focus.
 */
export function ReasonButton(props: ReasonButtonProps) {
  const { reason, onClick, type = 'button', square, loading = false, children, className, ...button } = props;
  const press = (event: MouseEvent) => {
    // Enter in a field presses the button of its form.
    if (loading || isSecondClick(event)) event.preventDefault();
    else onClick?.();
  };
  return (
    <ReasonTip reason={reason}>
      {(tip) => (
        // Not Mantine's own loading, which disables the button and so loses its focus.
        <Button
          {...button}
          {...tip}
          {...(reason ? { type: 'button', 'data-disabled': true } : { type, onClick: press })}
          mod={{ loading }}
          aria-busy={loading}
          className={square ? css.square : className}
        >
          {children}
        </Button>
      )}
    </ReasonTip>
  );
}

type ReasonIconProps = {
  /** The accessible name: 'Start Sept class'. */
  label: string;
  /** Why it is off; while given, the button is focusable and says so on hover and focus. */
  reason?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** An icon button of a row that stays in the tab order when it is off, and says why. */
export function ReasonIcon({ label, reason, onClick, children }: ReasonIconProps) {
  return (
    <ReasonTip reason={reason}>
      {(tip) => (
        <ActionIcon
          variant="subtle"
          size={32}
          className={reason ? css.offIcon : undefined}
          aria-label={label}
          {...tip}
          onClick={(event) => (reason || isSecondClick(event) ? undefined : onClick())}
        >
          {children}
        </ActionIcon>
      )}
    </ReasonTip>
  );
}

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
