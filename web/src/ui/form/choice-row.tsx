import { useId } from 'react';
import css from './choice-row.module.css';

type ChoiceRowProps<Value> = {
  /** For screen readers: the name of the choice, unless a group around it has one. */
  label?: string;
  choices: readonly { label: string; value: Value }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few words, of which one is chosen. */
export function ChoiceRow<Value>({ label, choices, value, onChange }: ChoiceRowProps<Value>) {
  const name = useId();
  return (
    <div className={css.row} {...(label === undefined ? {} : { role: 'radiogroup', 'aria-label': label })}>
      {choices.map((choice) => (
        <label key={choice.label} className={css.choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
