import type { ComponentProps } from 'react';
import css from '../table/selection-box.module.css';

type CheckFieldProps = ComponentProps<'input'> & { label: string; hint?: string };

/** Yes or no in a form, with its meaning under the label. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  return (
    <label className={css.field}>
      <input type="checkbox" className={css.box} {...input} />
      <span>
        {label}
        {hint ? <span className="note">{hint}</span> : null}
      </span>
    </label>
  );
}
