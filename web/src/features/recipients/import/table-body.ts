import type { StatedSource } from '@pigeonpost/contract/people/sources';
import type { Fill } from './import-counts.tsx';
import type { ImportRows } from './import-worker.ts';

type TableOptions = ImportRows & {
  list_id: number;
  fill: Fill;
  tags: readonly string[];
  source?: StatedSource;
};

/** The body of an import with columns: the rows stay what they are, a part of a file. */
export function tableBody({ columns, rows, ...head }: TableOptions): Blob {
  const said = columns.map(({ use, head }) => {
    // A field of this name that exists already is the one that is meant.
    return typeof use === 'string' ? { [use]: true } : { new_field: use.field, label: head };
  });
  const start = JSON.stringify({ ...head, columns: said }).slice(0, -1);
  return new Blob([start, ',"rows":[', rows, ']}'], { type: 'application/json' });
}

/** The body of an import of names alone, with where they are from. */
export function withSource(names: Blob, source: StatedSource): Blob {
  return new Blob([`{"source":${JSON.stringify(source)},`, names.slice(1)], { type: 'application/json' });
}
