import { useId } from 'react';
import boxCss from '../table/selection-box.module.css';
import css from './choice-card.module.css';

type ChoiceCardProps = {
  title: string;
  /** Distinguishes it from others with the same title. */
  hint?: string | undefined;
  note: string;
  /** Words at the right, such as 'In Use'. */
  tags?: string[];
  /** Cannot be chosen; the note or tag says why. It stays in the tab order. */
  off?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Pressed although it cannot be chosen. */
  onRefuse: () => void;
};

/** A choice as a card: all of it can be pressed. */
export function ChoiceCard({
  title,
  hint,
  note,
  tags = [],
  off = false,
  checked,
  onChange,
  onRefuse,
}: ChoiceCardProps) {
  const noteId = useId();
  return (
    <label className={css.card} data-off={off} data-checked={checked}>
      <input
        type="checkbox"
        className={boxCss.box}
        aria-label={hint === undefined ? title : `${title} (${hint})`}
        aria-describedby={noteId}
        aria-disabled={off}
        checked={checked}
        onChange={(event) => {
          if (off) onRefuse();
          else onChange(event.currentTarget.checked);
        }}
      />
      <span className="grow">
        <span className={`${css.title} two-lines medium`} title={title} dir="auto">
          {title}
        </span>
        <span id={noteId} className="two-lines note" dir="auto">
          {hint === undefined ? note : `${hint}, ${note}`}
        </span>
      </span>
      <span className={css.tags}>
        {tags.map((tag) => (
          <span key={tag} className={`${css.tag} note`}>
            {tag}
          </span>
        ))}
      </span>
    </label>
  );
}
