import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './choice-group.module.css';

type ChoiceGroupProps = {
  /** For screen readers: the group's name, if the title alone does not say it. */
  legend: string;
  title: string;
  /** The number of chosen ones. */
  count: string;
  /** The error of the choice, in place of the count. It can take the focus. */
  error?: ReactNode;
  clearLabel: string;
  onSelectAll: () => void;
  onClear: () => void;
  children: ReactNode;
};

/** Choices under a title that counts them, with buttons for all and for none. */
export function ChoiceGroup({
  legend,
  title,
  count,
  error,
  clearLabel,
  onSelectAll,
  onClear,
  children,
}: ChoiceGroupProps) {
  return (
    <fieldset className={css.group}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={css.head}>
        <h2>{title}</h2>
        <p className={`${css.count} dimmed`} data-error={Boolean(error)} tabIndex={-1} aria-live="polite">
          {error || count}
        </p>
        <div className={css.actions}>
          <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
            Select All
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={onClear}>
            {clearLabel}
          </Button>
        </div>
      </div>
      {children}
    </fieldset>
  );
}
