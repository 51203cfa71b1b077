import assert from 'node:assert/strict';
import type { Choice } from '../opened.ts';
import { type Reading, readSource, type Source } from '../read-source.ts';

/** The people of the tables that the tests read. */
export const PEOPLE = ['vera_kiln', 'otto.weld', 'tomas__r', 'nia.b4'];

type Options = Partial<Omit<Reading, 'source' | 'choices'>> & { choice?: Choice };

/** Reads a source to its end, as tests look at it: counts, names, outlines, and the rows left out as a text. */
export async function read(source: Source, { kind = 'instagram', choice = {}, ...reading }: Options = {}) {
  const result = await readSource({ source, kind, choices: [choice], ...reading, isStopped: () => false });
  assert.ok(result);
  const { counter, outlines, rows } = result;
  const refused = await textOf(counter.refused());
  const sent = counter.table();
  const table = sent && `[${await sent.rows.text()}]`;
  return {
    ...counter.counts(),
    names: counter.names(),
    refused,
    table,
    outlines,
    rows,
    outline: outlines[0],
  };
}

/** The same for one file. */
export function readFile(name: string, content: BlobPart, options?: Options) {
  return read({ files: [new File([content], name)] }, options);
}

/** The four people as the rows of a table, each with what `row` makes of a name and its place. */
export function rowsOf(row: (name: string, place: number) => string): string {
  return PEOPLE.map(row).join('\n');
}

/** With the mark at its start, which Blob.text() drops. */
async function textOf(blob: Blob | undefined): Promise<string | undefined> {
  return blob && new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
}
