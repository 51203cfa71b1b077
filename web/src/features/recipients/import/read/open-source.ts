import { isSurelyName, nameOf } from '@pigeonpost/contract/names/name-of';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { decode } from './decode.ts';
import { downloadOf } from './download-source.ts';
import { ENCODINGS, SEPARATOR_WORDS, type Separator } from './format-words.ts';
import { joinAccounts, readAccountsHtml, readAccountsJson } from './instagram.ts';
import { looksLikeNames, type Row } from './layout.ts';
import { type Opened, type OpenOptions, openAccounts } from './opened.ts';
import { separatorOf, takeSepLine } from './separator.ts';
import { formOfText, isZip, NO_ROWS, NOT_READABLE, refuseOffice } from './sniff.ts';
import { textRows } from './text-rows.ts';

const LOOKED_AT_ROWS = 60;
const ALWAYS_ZIPS = /\.(?:xls[xmb]|ods|numbers|zip)$/i;

/** Opens a text that was typed or pasted. */
export function openText(text: string, { kind, choice }: OpenOptions): Opened {
  const { text: rest, named, lines } = takeSepLine(withPlainLineEnds(text));
  const found = choice.separator ?? named ?? separatorOf(rest);
  const isList = choice.separator === undefined && found !== '' && isListOfNames(rest, found, kind);
  const separator = isList ? '' : found;
  return {
    form: separator === '' ? 'lines' : 'table',
    format: SEPARATOR_WORDS[separator],
    separator,
    rows: async function* () {
      yield* textRows(rest, separator, 1 + lines);
    },
  };
}

function withPlainLineEnds(text: string): string {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
}

/** Opens a file by what its content is; throws what a person can read where nobody is in it. */
export async function openFile(file: File, options: OpenOptions): Promise<Opened> {
  if (file.size === 0) throw new Error(NO_ROWS);
  if (isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    const { openZip } = await import('./open-zip.ts');
    return openZip(file, options);
  }
  if (file.size > options.maxBytes) throw new Error(options.tooBig);
  const bytes = new Uint8Array(await file.arrayBuffer());
  refuseOffice(bytes);
  const { text, encoding } = decode(bytes, options.choice.encoding);
  const form = formOfText(text);
  if (form !== 'text') {
    const read = form === 'json' ? readAccountsJson : readAccountsHtml;
    const of = downloadOf(file.name, { text, time: new Date(file.lastModified) });
    return openAccounts(joinAccounts([read(text, file.name)]), options.choice, of);
  }
  if (text.trim() === '') throw new Error(NO_ROWS);
  const opened = openText(text, options);
  if (ALWAYS_ZIPS.test(file.name) && !(await holdsSomebody(opened, options.kind)))
    throw new Error(NOT_READABLE);
  const format = `${opened.format}, ${ENCODINGS[encoding] ?? encoding}`;
  return { ...opened, format, encoding, isGarbled: text.includes('\ufffd') };
}

/** Whether a text under the name of a spreadsheet is a table, or has a name at all: else it is a broken spreadsheet. */
async function holdsSomebody({ form, rows }: Opened, kind: NameKind): Promise<boolean> {
  if (form === 'table') return true;
  const first = (await rows().next()).value as Row[] | undefined;
  return (first ?? [])
    .slice(0, LOOKED_AT_ROWS)
    .some(({ cells }) => nameOf(cells[0] ?? '', kind).reason === undefined);
}

/**
 * Names with commas between and no table: one line of them, or several in which every cell can only be meant as a name.
 * What could be first and last names is a table.
 */
function isListOfNames(text: string, separator: Separator, kind: NameKind): boolean {
  const sample = textRows(text.slice(0, 50_000), separator, 1).next().value as Row[] | undefined;
  const rows = (sample ?? []).filter(({ cells }) => cells.join('').trim() !== '').slice(0, LOOKED_AT_ROWS);
  const cells = rows.flatMap((row) => row.cells).filter((cell) => cell.trim() !== '');
  const isName = (cell: string) =>
    nameOf(cell, kind).reason === undefined && (kind === 'instagram' || /.@./.test(cell));
  if (cells.length === 0 || !cells.every(isName)) return false;
  if (rows.length === 1 || (kind === 'instagram' && cells.every(isSurelyName))) return true;
  const width = Math.max(...rows.map((row) => row.cells.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  return columns.every((at) => rows.every((row) => !row.cells[at]?.trim()) || looksLikeNames(rows, at, kind));
}
