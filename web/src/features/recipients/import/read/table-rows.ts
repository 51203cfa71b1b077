import { undefuse } from '@pigeonpost/contract/name-of';
import { cleanValue, FIELD_VALUE_MAX, isValueCut } from '@pigeonpost/contract/person-fields';
import { cutTag, TAG_NAME_MAX, tagsIn } from '@pigeonpost/contract/tags';
import { type BodyColumn, fieldOf } from './columns.ts';
import type { Row } from './layout.ts';

const IS_CUT = `is longer than ${FIELD_VALUE_MAX} characters; the beginning was kept`;
const IS_CUT_TAG = `has a tag of more than ${TAG_NAME_MAX} characters; its beginning was kept`;
const ROWS_IN_PART = 10_000;

/** The rows of an import with columns, kept as JSON: a million of them as values would be too much memory. */
export class TableRows {
  readonly #columns: readonly BodyColumn[];
  #places: readonly (number | undefined)[] = [];
  #parts: Blob[] = [];
  #rows: string[] = [];

  constructor(columns: readonly BodyColumn[]) {
    this.#columns = columns;
  }

  /** Begins the rows of a file, which has the columns at these places. */
  begin(places: readonly (number | undefined)[]): void {
    this.#places = places;
  }

  /** The values of a row, in the order of the columns. */
  valuesOf({ cells }: Row): string[] {
    return this.#columns.map(({ use }, index) => {
      const cell = undefuse(cells[this.#places[index] ?? -1] ?? '');
      if (use === 'tags') return tagsIn(cell).map(cutTag).join(',');
      return fieldOf(use) === undefined ? cell.trim() : cleanValue(cell);
    });
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
