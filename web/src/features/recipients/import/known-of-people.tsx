import { useId } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import type { Fill } from './import-counts.tsx';
import css from './mapping.module.css';
import { TagNames } from './tag-names.tsx';

type KnownOfPeopleProps = {
  /** How many are in the list already, whose fields the import may change. */
  already_there: number;
  fill: Fill;
  tags: readonly string[];
  onFill: (fill: Fill) => void;
  onTags: (tags: string[]) => void;
};

const FILLS: Record<Fill, string> = { empty: 'Fill their gaps', replace: 'Replace what they have' };

/** What an import with columns does with people who are there already, and the tags of all of its people. */
export function KnownOfPeople({ already_there, fill, tags, onFill, onTags }: KnownOfPeopleProps) {
  const id = useId();
  return (
    <>
      {already_there > 0 ? (
        <div role="radiogroup" className={css.fill} aria-labelledby={id}>
          <span id={id} className={css.fillTitle}>
            For the {formatCount(already_there)} who {already_there === 1 ? 'is' : 'are'} here already:
          </span>
          {(['empty', 'replace'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="fill" checked={fill === one} onChange={() => onFill(one)} />
              {FILLS[one]}
            </label>
          ))}
        </div>
      ) : null}
      <TagNames tags={tags} onChange={onTags} />
    </>
  );
}
