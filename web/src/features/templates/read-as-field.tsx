import { Button } from '@mantine/core';
import { PERSON_NAME_MAX } from '@pigeonpost/contract/limits';
import field from '../../ui/table/toolbar-field.module.css';
import css from './templates.module.css';

/** The longest name that Instagram allows. */
export const LONGEST_NAME = 'a.name.of.thirty.characters.ok';

/** The name that fills the shown messages: any, or one of the longest. */
export function ReadAsField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const isLongest = name === LONGEST_NAME;
  return (
    <div className={`${field.field} ${css.readAs}`}>
      <span className={field.before} aria-hidden="true">
        Read as
      </span>
      <input
        className={field.control}
        aria-label="Read as"
        placeholder="{username}"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={PERSON_NAME_MAX}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        className={css.longest}
        aria-pressed={isLongest}
        onClick={() => onName(isLongest ? '' : LONGEST_NAME)}
      >
        Longest
      </Button>
    </div>
  );
}
