import { IconInfoCircle } from '@tabler/icons-react';
import { isPrivateHead } from '../../../names/head-words.ts';
import css from './import.module.css';
import type { Outline } from './read/read-source.ts';

/** Says of e-mail, phone and the like that nothing of it is kept, as long as their columns are skipped. */
export function PrivateColumns({ outlines }: { outlines: readonly Outline[] }) {
  const heads = outlines.flatMap(({ layout, uses }) =>
    layout.heads.filter((head, at) => uses[at] === 'skip' && at !== layout.column && isPrivateHead(head)),
  );
  const all = [...new Set(heads)];
  const [only] = all;
  if (only === undefined) return null;
  return (
    <p className={`${css.stays} dimmed`}>
      <IconInfoCircle size={16} aria-hidden="true" />
      {all.length === 1
        ? `${only} stays in your file: nothing of it is kept.`
        : `${all.slice(0, -1).join(', ')} and ${all.at(-1)} stay in your file: nothing of them is kept.`}
    </p>
  );
}
