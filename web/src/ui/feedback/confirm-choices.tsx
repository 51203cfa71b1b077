import type { Question } from './confirm.ts';
import css from './confirm-choices.module.css';

type ConfirmChoicesProps = {
  label: string;
  choices: NonNullable<Question['choices']>;
  /** The index of the chosen one. */
  chosen: number;
  choose: (place: number) => void;
};

/** The ways in which a question may be confirmed, one of them chosen. */
export function ConfirmChoices({ label, choices, chosen, choose }: ConfirmChoicesProps) {
  return (
    <fieldset className={css.choices} aria-label={label}>
      {choices.map((choice, place) => (
        <label key={choice.label} className={css.choice}>
          <input
            type="radio"
            name="choice"
            className={css.dot}
            checked={chosen === place}
            onChange={() => choose(place)}
          />
          <span>
            {choice.label}
            <span className={`${css.note} dimmed`}>{choice.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
