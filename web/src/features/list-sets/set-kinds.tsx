import { LISTS_OF_KIND, SET_KINDS, type SetKind } from '@pigeonpost/contract/people/list-sets';
import { useId } from 'react';
import css from './set-dialog.module.css';

const KINDS: Record<SetKind, { word: string; note: string }> = {
  merge: { word: 'Merge', note: 'in any of them' },
  subtract: { word: 'Subtract', note: 'in the first only' },
  intersect: { word: 'Intersect', note: 'in both' },
  split: { word: 'Split', note: 'into 2 to 10 parts' },
  copy: { word: 'Copy', note: 'of one list' },
  tagged: { word: 'Tagged', note: 'all with a tag' },
};

type SetKindsProps = {
  value: SetKind;
  /** There is one list only: kinds of two are left out. */
  isOnly: boolean;
  /** There is a tag. */
  hasTags: boolean;
  onChange: (kind: SetKind) => void;
};

/** The ways to make a list from lists, each with its drawing. */
export function SetKinds({ value, isOnly, hasTags, onChange }: SetKindsProps) {
  const name = useId();
  const kinds = SET_KINDS.filter(
    (kind) => kind === value || (kind === 'tagged' ? hasTags : !isOnly || LISTS_OF_KIND[kind][0] === 1),
  );
  return (
    <div role="radiogroup" aria-label="How" className={css.kinds}>
      {kinds.map((kind) => (
        <label key={kind} className={css.kind}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          <Drawing kind={kind} />
          <span className="medium">{KINDS[kind].word}</span>
          <span className="note">{KINDS[kind].note}</span>
        </label>
      ))}
    </div>
  );
}

const LEFT = 'M17 3a10 10 0 1 0 0 20a10 10 0 1 0 0-20';
const RIGHT = 'M31 3a10 10 0 1 0 0 20a10 10 0 1 0 0-20';
const BOTH = 'M24 5.9a10 10 0 0 1 0 14.2a10 10 0 0 1 0-14.2';
const LEFT_ALONE = 'M24 5.9a10 10 0 1 0 0 14.2a10 10 0 0 1 0-14.2';
const WHOLE = 'M24 3a10 10 0 1 0 0 20a10 10 0 1 0 0-20';
const TAG = 'M15 6h12l9 7l-9 7h-12z';
const HALF = 'M24 3a10 10 0 0 1 0 20z';

// Who is taken is filled.
const FILLED: Record<SetKind, string[]> = {
  merge: [LEFT, RIGHT],
  subtract: [LEFT_ALONE],
  intersect: [BOTH],
  split: [HALF],
  copy: [WHOLE],
  tagged: [TAG],
};

function Drawing({ kind }: { kind: SetKind }) {
  const outlines = kind === 'tagged' ? [TAG] : LISTS_OF_KIND[kind][1] === 1 ? [WHOLE] : [LEFT, RIGHT];
  return (
    <svg width="48" height="26" viewBox="0 0 48 26" aria-hidden="true">
      {FILLED[kind].map((path) => (
        <path key={path} d={path} className={css.filled} />
      ))}
      {outlines.map((path) => (
        <path
          key={path}
          d={path}
          className={css.line}
          strokeDasharray={kind === 'subtract' && path === RIGHT ? '2 3' : undefined}
        />
      ))}
      {kind === 'split' ? <path d="M24 3v20" className={css.line} /> : null}
    </svg>
  );
}
