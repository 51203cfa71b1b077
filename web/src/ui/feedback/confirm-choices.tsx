import type { Question } from './confirm.ts';
import css from './way-choice.module.css';

type WayChoiceProps = {
  label: string;
  ways: NonNullable<Question['ways']>;
  /** Its place among them. */
  chosen: number;
  choose: (place: number) => void;
};

/** The ways in which a question may be agreed to, one of them chosen. */
export function WayChoice({ label, ways, chosen, choose }: WayChoiceProps) {
  return (
    <fieldset className={css.ways} aria-label={label}>
      {ways.map((way, place) => (
        <label key={way.label} className={css.way}>
          <input
            type="radio"
            name="way"
            className={css.dot}
            checked={chosen === place}
            onChange={() => choose(place)}
          />
          <span>
            {way.label}
            <span className={css.note}>{way.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
