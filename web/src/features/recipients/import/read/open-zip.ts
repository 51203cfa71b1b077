import { openArchive } from './archive.ts';
import { decode } from './decode.ts';
import { downloadOf } from './download-source.ts';
import {
  type Account,
  joinAccounts,
  kindOfPath,
  NO_FOLLOWERS,
  readAccountsHtml,
  readAccountsJson,
} from './instagram.ts';
import { openSpreadsheet } from './open-spreadsheet.ts';
import { type Opened, type OpenOptions, openAccounts } from './opened.ts';
import { NOT_READABLE, WORD_FILE } from './sniff.ts';

// A module of its own, which loads with the first zip.
/** Opens a zip: a spreadsheet, or Instagram's download, of which the files with accounts alone are read. */
export async function openZip(file: File, options: OpenOptions): Promise<Opened> {
  const archive = await openArchive(file);
  if (archive.paths.includes('xl/workbook.xml')) return openSpreadsheet(file, archive, options);
  if (archive.paths.includes('word/document.xml')) throw new Error(WORD_FILE);
  // Other documents are zips too.
  if (archive.paths.some((path) => /^(?:mimetype|\[Content_Types\]\.xml|Index\/.*\.iwa)$/.test(path)))
    throw new Error(NOT_READABLE);
  const parts = [];
  let time = new Date(file.lastModified);
  for (const path of archive.paths.toSorted()) {
    const kind = kindOfPath(path);
    if (!kind) continue;
    time = archive.timeOf(path) ?? time;
    const { text } = decode(await archive.read(path, options.maxBytes, options.tooBig));
    const read = /json$/i.test(path) ? readAccountsJson : readAccountsHtml;
    parts.push({ kind, accounts: accountsIn(() => read(text, path).accounts) });
  }
  if (parts.length === 0) throw new Error(NO_FOLLOWERS);
  return openAccounts(joinAccounts(parts), options.choice, downloadOf(file.name, { time }));
}

/** A file of the download in which nobody stands is no reason to refuse the others. */
function accountsIn(read: () => Account[]): Account[] {
  try {
    return read();
  } catch {
    return [];
  }
}
