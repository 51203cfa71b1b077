import { cleanValue, FIELD_VALUE_MAX, isValueCut } from '@pigeonpost/contract/people/person-fields';
import { cutTag, TAG_NAME_MAX, tagsCell, tagsIn } from '@pigeonpost/contract/people/tags';
import { isEmptyWord } from './cell-words.ts';
import { type BodyColumn, fieldOf } from './columns.ts';
import type { Row } from './layout.ts';
import { MENDS, type Mend, mend, mendOne } from './mend.ts';

const IS_CUT = `is longer than ${FIELD_VALUE_MAX} characters; the beginning was kept`;
const IS_CUT_TAG = `has a tag of more than ${TAG_NAME_MAX} characters; its beginning was kept`;
const ROWS_IN_PART = 10_000;

/** How many values are broken in a way, and the first of them, each before and after. */
export type MendCounts = Record<Mend, { count: number; examples: [before: string, after: string][] }>;

const EXAMPLES = 3;

/** The rows of an import with columns, kept as JSON: a million of them as values would be too much memory. */
export class TableRows {
  readonly #columns: readonly BodyColumn[];
  readonly #mends: readonly Mend[];
  readonly broken: MendCounts = {
    entities: { count: 0, examples: [] },
    letters: { count: 0, examples: [] },
    capitals: { count: 0, examples: [] },
  };
  #places: readonly (number | undefined)[] = [];
  #parts: Blob[] = [];
  #rows: string[] = [];

  constructor(columns: readonly BodyColumn[], mends: readonly Mend[]) {
    this.#columns = columns;
    this.#mends = mends;
  }

  /** Begins the rows of a file, which has the columns at these places. */
  begin(places: readonly (number | undefined)[]): void {
    this.#places = places;
  }

  /** The values of a row, in the order of the columns. */
  valuesOf({ cells }: Row): string[] {
    return this.#columns.map(({ use }, index) =>
      takenValue(cells[this.#places[index] ?? -1] ?? '', use, this.#mends),
    );
  }

  /** Counts what is broken in the values of a row, whether or not it is mended. */
  countBroken({ cells }: Row): void {
    for (const [index, { use }] of this.#columns.entries()) {
      const cell = cells[this.#places[index] ?? -1];
      if (!cell) continue;
      for (const kind of MENDS) {
        if (kind === 'capitals' && fieldOf(use) === undefined) continue;
        const mended = mendOne[kind](cell);
        if (mended === cell) continue;
        const known = this.broken[kind];
        known.count += 1;
        if (known.examples.length < EXAMPLES) known.examples.push([cell.trim(), mended.trim()]);
      }
    }
  }

  /** What is longer than what is kept of it, each as a sentence without its end. */
  cuts({ cells }: Row): string[] {
    return this.#columns.flatMap(({ use, head }, index) => {
      const cell = cells[this.#places[index] ?? -1] ?? '';
      if (use === 'tags')
        return tagsIn(cell).some((tag) => cutTag(tag) !== tag) ? [`${head} ${IS_CUT_TAG}`] : [];
      return fieldOf(use) !== undefined && isValueCut(cell) ? [`${head} ${IS_CUT}`] : [];
    });
  }

  /** What differs between a row's fields and an earlier one's: 'city differs: Oslo, Bergen'; undefined without any. */
  differenceOf(earlier: readonly string[], values: readonly string[]): string | undefined {
    const differing = this.#columns.flatMap(({ use, head }, index) => {
      const [before = '', after = ''] = [earlier[index], values[index]];
      const isSame = fieldOf(use) === undefined || before === '' || after === '' || before === after;
      return isSame ? [] : [`${head} differs: ${before}, ${after}`];
    });
    return differing.length > 0 ? differing.join('; ') : undefined;
  }

  add(name: string, row: Row): void {
    this.#rows.push(JSON.stringify([name, ...this.valuesOf(row)]));
    if (this.#rows.length < ROWS_IN_PART) return;
    this.#parts.push(new Blob([this.#parts.length > 0 ? ',' : '', this.#rows.join(',')]));
    this.#rows = [];
  }

  /** All of them, as the members of a JSON list. */
  json(): Blob {
    const comma = this.#parts.length > 0 && this.#rows.length > 0 ? ',' : '';
    return new Blob([...this.#parts, comma, this.#rows.join(',')]);
  }
}

/** What a cell brings to its person; '' where it says that it is empty. */
export function takenValue(cell: string, use: BodyColumn['use'], mends: readonly Mend[]): string {
  if (isEmptyWord(cell)) return '';
  const isField = fieldOf(use) !== undefined;
  // A tag or a note in capitals is meant.
  const mended = mend(cell, isField ? mends : mends.filter((one) => one !== 'capitals'));
  if (use === 'tags')
    return tagsCell(
      tagsIn(mended)
        .filter((tag) => !isEmptyWord(tag))
        .map(cutTag),
    );
  return isField ? cleanValue(mended) : mended.trim();
}
