import { Button, TextInput } from '@mantine/core';
import css from './templates.module.css';

/** As long as Instagram lets a name be. */
export const LONGEST_NAME = 'a.name.of.thirty.characters.ok';

/** Whose name the messages on screen are filled in with: any, or one of the longest. */
export function ReadAsField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const isLongest = name === LONGEST_NAME;
  return (
    <TextInput
      className={css.readAs ?? ''}
      aria-label="Read as"
      placeholder="{username}"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={31}
      leftSectionWidth={70}
      leftSection={<span className={css.readAsWords}>Read as</span>}
      rightSectionWidth={84}
      rightSection={
        <Button
          variant="subtle"
          size="compact-xs"
          aria-pressed={isLongest}
          onClick={() => onName(isLongest ? '' : LONGEST_NAME)}
        >
          Longest
        </Button>
      }
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
    />
  );
}
