import { type ReactNode, useId } from 'react';
import css from './radio-card.module.css';

type RadioCardProps = {
  /** The same for all cards of a group. */
  name: string;
  title: string;
  note: ReactNode;
  /** Cannot be chosen; the note says why. */
  off?: boolean;
  checked: boolean;
  onChange: () => void;
  /** The fields of the choice, shown while it is chosen. */
  children?: ReactNode;
};

/** One of several choices as a card, with its fields below it once it is chosen. */
export function RadioCard({ name, title, note, off = false, checked, onChange, children }: RadioCardProps) {
  const noteId = useId();
  return (
    <div className={css.radio} data-checked={checked} data-off={off}>
      <label className={css.label}>
        <input
          type="radio"
          name={name}
          aria-label={title}
          aria-describedby={noteId}
          disabled={off}
          checked={checked}
          onChange={onChange}
        />
        <span className="grow">
          <span className={`${css.title} medium`}>{title}</span>
          <span id={noteId} className={`${css.note} note`}>
            {note}
          </span>
        </span>
      </label>
      {checked && children ? <div className={css.fields}>{children}</div> : null}
    </div>
  );
}
