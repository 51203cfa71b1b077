import { ImportHead, rowError } from '@pigeonpost/contract/calls/import-columns';
import { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { ImportLines } from '@pigeonpost/contract/import-lines';
import { IMPORT_COLUMNS_MAX } from '@pigeonpost/contract/limits';
import { judgeName } from '@pigeonpost/contract/names/name-form';
import { TAG_NAME_MAX, TAGS_MAX, tagError, tagsIn } from '@pigeonpost/contract/people/tags';
import { caseless } from '@pigeonpost/contract/text/caseless';
import { badRequest, notJson } from '../../../errors.ts';
import { BulkRowsBody, parseRows } from '../../../http/bodies/bulk-rows.ts';
import { parseBody } from '../../../http/parse-input.ts';
import { erasedTest } from '../../../secrets/name-hash.ts';
import type { ImportRules, LineReader, LineReport } from './import-reader.ts';
import { escapeForCopy, NOTHING, placeOf, type TableIds, TableRows } from './table-row.ts';

const CALL = recipientCalls['POST /api/recipients/import'];
const MANY_TAGS = `An import has at most ${TAGS_MAX} different tags`;

const encoder = new TextEncoder();

/** A body without its rows, and the tags that its column of tags has. */
export type TableHead = ImportHead & { row_tags: string[] };

/** How its names are judged, and the fields and tags of its columns. */
export type TableRules = ImportRules & { ids: TableIds };

interface Batch {
  json: Buffer;
  /** The index of its first row. */
  firstRow: number;
}

/**
 * Reads the body of an import with columns, in this thread or in the one for long bodies. It keeps the rows as they
 * came, and of their values only the names (docs/decisions/0023-a-thread-reads-long-imports.md).
 */
export class TableReader implements LineReader<TableHead, TableRules> {
  readonly #body = new BulkRowsBody({ bulk: CALL.bulk, maxValues: IMPORT_COLUMNS_MAX + 1 });
  #columns: ImportHead['columns'] = [];
  #batches: Batch[] = [];
  /** By row: its name; undefined for a blank row, and once the name is refused. */
  readonly #names: (string | undefined)[] = [];
  /** The rows whose name an earlier row has, and a bit for each value that the earlier rows of such a name have. */
  readonly #repeats = new Set<number>();
  readonly #filled = new Map<string, number>();
  #reads: { rows: TableRows; people: number; repeats: number } | undefined;

  /** Takes the next piece; 400 where it breaks the JSON, or the list becomes too long. */
  push(piece: Uint8Array): void {
    this.#body.push(piece);
  }

  /** What the body has beside the rows, which are kept; 400 where the schema refuses it, or a row does not fit. */
  end(): TableHead {
    const { head, batches } = this.#body.end();
    if (batches.length === 0 || !isObject(head)) parseBody(CALL.body, head);
    const parsed = parseBody(ImportHead, head);
    this.#columns = parsed.columns;
    const tags = new Map<string, string>();
    const tagsAt = placeOf(parsed.columns, 'tags');
    for (const json of batches) {
      const rows = parseRows(json);
      // A comma without a row before or behind it.
      if (rows.length === 0 && batches.length > 1) throw notJson();
      this.#batches.push({ json, firstRow: this.#names.length });
      for (const row of rows) this.#keepRow(row, { tagsAt, tags });
    }
    if (this.#names.length === 0) parseBody(CALL.body, head);
    return { ...parsed, row_tags: [...tags.values()] };
  }

  /** Judges all names, which says which rows will be read, and what they will be read into. */
  check({ rules, erased: erasedNames, ids }: TableRules): LineReport {
    const all = new ImportLines<LineReport['errors'][number]>();
    for (const [index, value] of this.#names.entries()) {
      if (value === undefined) continue;
      const { name, reason } = judgeName(value, rules);
      this.#names[index] = reason === undefined ? name : undefined;
      if (reason !== undefined) all.note({ line: index + 1, value, reason });
      else if (!all.add(name)) {
        this.#repeats.add(index);
        this.#filled.set(name, 0);
      }
    }
    const erased = erasedNames ? this.#dropErased(erasedTest(erasedNames)) : [];
    const rows = new TableRows(this.#columns, ids);
    this.#reads = {
      rows,
      people: 0,
      repeats: this.#repeats.size === 0 ? this.#batches.length : 0,
    };
    const { duplicates, invalid, errors } = all;
    return { valid: all.names.size - erased.length, erased, duplicates, invalid, errors };
  }

  /** Leaves these names out, as rows without a name, and gives the lines of their first rows. */
  #dropErased(isErased: (name: string) => boolean): number[] {
    const lines: number[] = [];
    for (const [index, name] of this.#names.entries()) {
      if (name === undefined || !isErased(name)) continue;
      this.#names[index] = undefined;
      if (!this.#repeats.has(index)) lines.push(index + 1);
    }
    return lines;
  }

  /** The next batch of people as COPY rows, in their order: each with the number of their first row as the place. */
  readRows(): Uint8Array | undefined {
    const reads = this.#checked();
    while (reads.people < this.#batches.length) {
      const { json, firstRow } = this.#batches[reads.people++] as Batch;
      let text = '';
      for (const [at, row] of (parseRows(json) as string[][]).entries()) {
        const name = this.#names[firstRow + at];
        if (name === undefined || this.#repeats.has(firstRow + at)) continue;
        const known = reads.rows.write(row, reads.rows.valuesOf(row)) ?? NOTHING;
        text += `${firstRow + at + 1}\t${escapeForCopy(name)}\t${known}\n`;
      }
      if (text !== '') return encoder.encode(text);
    }
    return undefined;
  }

  /** The next batch of rows of people who have an earlier row, in their order, with the values that are still missing. */
  readRepeats(): Uint8Array | undefined {
    const reads = this.#checked();
    while (reads.repeats < this.#batches.length) {
      const { json, firstRow } = this.#batches[reads.repeats++] as Batch;
      let text = '';
      for (const [at, row] of (parseRows(json) as string[][]).entries()) {
        const name = this.#names[firstRow + at];
        const filled = name === undefined ? undefined : this.#filled.get(name);
        if (name === undefined || filled === undefined) continue;
        const values = reads.rows.valuesOf(row).map((value, bit) => (filled & (1 << bit) ? '' : value));
        this.#filled.set(
          name,
          values.reduce((bits, value, bit) => (value === '' ? bits : bits | (1 << bit)), filled),
        );
        const known = this.#repeats.has(firstRow + at) && reads.rows.write(row, values);
        if (known) text += `${firstRow + at + 1}\t${escapeForCopy(name)}\t${known}\n`;
      }
      if (text !== '') return encoder.encode(text);
    }
    return undefined;
  }

  #checked() {
    if (!this.#reads) throw new Error('Check the names before their rows are read.');
    return this.#reads;
  }

  #keepRow(row: unknown, { tagsAt, tags }: { tagsAt: number | undefined; tags: Map<string, string> }): void {
    const line = this.#names.length + 1;
    const error = rowError(row, { line, columns: this.#columns.length });
    if (error !== undefined) throw badRows(error);
    const texts = row as string[];
    const name = texts[0] as string;
    const isBlank = name.trim() === '' && texts.every((text) => text.trim() === '');
    this.#names.push(isBlank ? undefined : name);
    const cell = tagsAt === undefined ? undefined : texts[tagsAt];
    if (cell) for (const tag of tagsIn(cell)) keepTag(tags, tag, line);
  }
}

function keepTag(tags: Map<string, string>, tag: string, line: number): void {
  const key = caseless(tag);
  if (tags.has(key)) return;
  if (tagError(tag) !== undefined)
    throw badRows(`Row ${line} has a tag of more than ${TAG_NAME_MAX} characters`);
  if (tags.size === TAGS_MAX) throw badRows(MANY_TAGS);
  tags.set(key, tag);
}

const badRows = (error: string) => badRequest(error, { fields: { rows: error } });

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
