import { Button } from '@mantine/core';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { IconPlus, IconX } from '@tabler/icons-react';
import css from './condition-chips.module.css';
import { type ConditionNames, conditionWords } from './condition-words.ts';

type ConditionChipsProps = {
  conditions: readonly Condition[];
  names: ConditionNames;
  /** Opens the dialog of the condition at a place, or of a new one. */
  onOpen: (at: number | undefined) => void;
  onRemove: (at: number) => void;
};

/** Conditions, each to be changed or taken away, and the button for another one. */
export function ConditionChips({ conditions, names, onOpen, onRemove }: ConditionChipsProps) {
  return (
    <>
      {conditions.map((condition, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same.
          key={at}
          words={conditionWords(condition, names)}
          onChange={() => onOpen(at)}
          onRemove={() => onRemove(at)}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        className={css.add}
        leftSection={<IconPlus size={14} />}
        onClick={() => onOpen(undefined)}
      >
        Condition
      </Button>
    </>
  );
}

type ChipProps = {
  words: string;
  /** Left out if it can only be taken away. */
  onChange?: () => void;
  onRemove: () => void;
};

/** One condition in words. */
export function Chip({ words, onChange, onRemove }: ChipProps) {
  return (
    <span className={css.chip}>
      {onChange ? (
        <button type="button" className={css.words} title="Change" dir="auto" onClick={onChange}>
          {words}
        </button>
      ) : (
        <span className={css.fixed} dir="auto">
          {words}
        </span>
      )}
      <button type="button" className={css.remove} aria-label={`Take away: ${words}`} onClick={onRemove}>
        <IconX size={12} />
      </button>
    </span>
  );
}
