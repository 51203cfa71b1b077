import { TagChip } from './tag-chip.tsx';
import css from './tag-chips.module.css';

const SHOWN = 3;

/** A person's first tags in a row of a list; nothing for who has none. */
export function TagChips({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  const more = names.slice(SHOWN);
  return (
    <ul className={css.chips} aria-label="Tags" title={names.join(', ')}>
      {names.slice(0, SHOWN).map((name) => (
        <li key={name}>
          <TagChip name={name} />
        </li>
      ))}
      {more.length > 0 ? (
        <li className={css.more} aria-label={more.join(', ')}>
          +{more.length}
        </li>
      ) : null}
    </ul>
  );
}
