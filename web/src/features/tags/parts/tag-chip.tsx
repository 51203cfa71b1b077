import { IconTag, IconX } from '@tabler/icons-react';
import css from './tag-chip.module.css';

type TagChipProps = {
  name: string;
  /** Takes it off; without it the chip is only shown. */
  onRemove?: (() => void) | undefined;
};

/** A tag of a person. */
export function TagChip({ name, onRemove }: TagChipProps) {
  return (
    <span className={css.chip} title={name}>
      {onRemove ? <IconTag size={12} aria-hidden="true" /> : null}
      <span className="one-line" dir="auto">
        {name}
      </span>
      {onRemove ? (
        <button type="button" className={css.remove} aria-label={`Take off ${name}`} onClick={onRemove}>
          <IconX size={12} />
        </button>
      ) : null}
    </span>
  );
}
