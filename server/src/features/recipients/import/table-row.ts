import type { ImportHead } from '@pigeonpost/contract/calls/import-columns';
import { NOTE_MAX } from '@pigeonpost/contract/limits';
import { cleanValue, PERSON_VALUES_MAX } from '@pigeonpost/contract/people/person-fields';
import { PERSON_TAGS_MAX, tagsIn } from '@pigeonpost/contract/people/tags';
import { caseless } from '@pigeonpost/contract/text/caseless';
import { countCharacters, cutCharacters } from '@pigeonpost/contract/text/characters';

/** The ids of what an import puts on people. */
export interface TableIds {
  /** The field of each column; null where the column is none. */
  fields: (number | null)[];
  /** Of everybody. */
  tags: number[];
  /** Of the column of tags, by their names in lower case. */
  tagIds: Record<string, number>;
}

// Most texts have none of these, and an import writes millions.
const MEANT_BY_COPY = /[\\\t\n\r]/;
const MEANT_BY_JSON = /["\\\ud800-\udfff]/;

const NULL = '\\N';
/** What COPY reads as a row without fields, tags and note. */
export const NOTHING = `${NULL}\t${NULL}\t${NULL}`;

/** Reads what the rows of an import say beside the name, a value for each column. */
export class TableRows {
  readonly #fields: { at: number; key: string }[] = [];
  readonly #tagsAt: number | undefined;
  readonly #noteAt: number | undefined;
  readonly #ids: TableIds;
  readonly #tagsOfAll: string;

  constructor(columns: ImportHead['columns'], ids: TableIds) {
    for (const [index, id] of ids.fields.entries())
      if (id !== null) this.#fields.push({ at: index + 1, key: `"${id}":` });
    this.#tagsAt = placeOf(columns, 'tags');
    this.#noteAt = placeOf(columns, 'note');
    this.#ids = ids;
    this.#tagsOfAll = arrayOf(ids.tags);
  }

  /**
   * The values of a row in the order of the fields; empty where there is none. What would be more than a person can
   * have is dropped, the last columns first.
   */
  valuesOf(row: readonly string[]): string[] {
    const values = this.#fields.map(({ at }) => cleanValue(row[at] ?? ''));
    let units = 0;
    for (const { length } of values) units += length;
    return units <= PERSON_VALUES_MAX ? values : fitting(values);
  }

  /** `fields`, `tags` and `note` of a row for COPY, with these values; undefined if all three are empty. */
  write(row: readonly string[], values: readonly string[]): string | undefined {
    const fields = this.#writeFields(values);
    const tags = this.#writeTags(row);
    const note = this.#writeNote(row);
    if (fields === NULL && tags === NULL && note === NULL) return undefined;
    return `${fields}\t${tags}\t${note}`;
  }

  #writeFields(values: readonly string[]): string {
    let json = '';
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as string;
      if (value !== '') json += `${json === '' ? '' : ','}${this.#fields[at]?.key}${quote(value)}`;
    }
    return json === '' ? NULL : `{${json}}`;
  }

  #writeTags(row: readonly string[]): string {
    const cell = this.#tagsAt === undefined ? '' : row[this.#tagsAt];
    if (!cell) return this.#tagsOfAll;
    const ids = tagsIn(cell).flatMap((name) => this.#ids.tagIds[caseless(name)] ?? []);
    return arrayOf([...this.#ids.tags, ...ids]);
  }

  #writeNote(row: readonly string[]): string {
    const text = this.#noteAt === undefined ? '' : cleanNote(row[this.#noteAt] ?? '');
    return text === '' ? NULL : escapeForCopy(text);
  }
}

/** Where a row has the column of this kind. */
export function placeOf(columns: ImportHead['columns'], kind: 'tags' | 'note'): number | undefined {
  const index = columns.findIndex((column) => kind in column);
  return index < 0 ? undefined : index + 1;
}

/** Backslash, tab and ends of lines mean something else in COPY's format. */
export function escapeForCopy(text: string): string {
  if (!MEANT_BY_COPY.test(text)) return text;
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

/** A value, which is on one line, as JSON in COPY's format. */
function quote(value: string): string {
  if (!MEANT_BY_JSON.test(value)) return `"${value}"`;
  // JSON would name a lone surrogate, which PostgreSQL refuses.
  return escapeForCopy(JSON.stringify(value.toWellFormed()));
}

/** The first tags that a person can have, rising, each once. */
function arrayOf(ids: readonly number[]): string {
  const kept = [...new Set(ids)].slice(0, PERSON_TAGS_MAX);
  return kept.length === 0 ? NULL : `{${kept.toSorted((one, other) => one - other)}}`;
}

function cleanNote(text: string): string {
  const lines = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').trim();
  return cutCharacters(lines, NOTE_MAX).trimEnd();
}

function fitting(values: readonly string[]): string[] {
  let left = PERSON_VALUES_MAX;
  return values.map((value) => {
    left -= countCharacters(value);
    return left >= 0 ? value : '';
  });
}
