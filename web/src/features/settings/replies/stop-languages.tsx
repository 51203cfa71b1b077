import {
  STOP_LANGUAGE_NAMES,
  STOP_LANGUAGES,
  type StopLanguage,
} from '@pigeonpost/contract/stop-words/languages';
import { CheckField } from '../../../ui/form/check-field.tsx';
import css from './replies-fields.module.css';

type StopLanguagesProps = { value: StopLanguage[]; onChange: (languages: StopLanguage[]) => void };

/** The languages whose stop words count. */
export function StopLanguages({ value, onChange }: StopLanguagesProps) {
  const toggle = (language: StopLanguage) =>
    onChange(STOP_LANGUAGES.filter((one) => value.includes(one) !== (one === language)));
  return (
    <fieldset className={css.languages}>
      <legend>Stop words of these languages</legend>
      <p className="note">
        A reply that is one of them, such as “no more messages, please”, puts its sender on do-not-contact at
        once. One that only contains it waits for your decision. “Stop” belongs to every language.
      </p>
      <div className={css.boxes}>
        {STOP_LANGUAGES.map((language) => (
          <CheckField
            key={language}
            label={STOP_LANGUAGE_NAMES[language]}
            checked={value.includes(language)}
            onChange={() => toggle(language)}
          />
        ))}
      </div>
    </fieldset>
  );
}
