import type { Mutant } from './mutant.ts';

const IMPORT = 'web/src/features/recipients/import';
const READ = `${IMPORT}/read`;
const COUNT = `${READ}/count-rows.ts`;
const SOURCE = `${READ}/read-source.ts`;
const DIALOG = `${IMPORT}/import-dialog.tsx`;
const REPORT = `${IMPORT}/import-report.tsx`;
const COLUMNS = [`${READ}/columns.test.ts`];
const SOURCES = [`${READ}/read-source.test.ts`, `${READ}/samples.test.ts`];
const FORMS = [`${READ}/file-forms.test.ts`, ...SOURCES];
const TABLES = ['e2e/import-columns.test.ts'];
const FILES = ['e2e/import-files.test.ts'];
const TEXTS = ['e2e/import.test.ts'];

/** Defects in how names and tables are read, shown and imported (docs/behaviour.md#what-a-file-is). */
export const WEB_IMPORT_MUTANTS: readonly Mutant[] = [
  {
    name: 'a column of an import is shifted by one where the names are not first',
    file: `${READ}/columns.ts`,
    edits: [
      [
        'new Map(uses.map((use, at) => [keyOf(use), at]))',
        'new Map(uses.map((use, at) => [keyOf(use), at + 1]))',
      ],
    ],
    tests: [...COLUMNS, ...SOURCES],
  },
  {
    name: 'a private column becomes a field by itself',
    file: `${READ}/columns.ts`,
    edits: [['if (isPrivateHead(head) || ', 'if (']],
    tests: [...COLUMNS, ...SOURCES],
  },
  {
    name: 'two columns with one head become one field',
    file: `${READ}/columns.ts`,
    edits: [['if (!isTaken(free)) return free', 'if (free) return free']],
    tests: [...COLUMNS, ...SOURCES],
  },
  {
    name: 'an import may have one field more than the server takes',
    file: `${READ}/columns.ts`,
    edits: [['fieldCount === IMPORT_FIELDS_MAX', 'fieldCount > IMPORT_FIELDS_MAX']],
    tests: [...COLUMNS, ...TABLES],
  },
  {
    name: 'a column that was remembered as left out becomes a field again',
    file: `${READ}/columns.ts`,
    edits: [
      [
        'if (remembered) return usedBefore',
        'if (remembered && Object.hasOwn(remembered, keys[at] ?? "")) return usedBefore',
      ],
    ],
    tests: [...COLUMNS, ...SOURCES, ...TABLES],
  },
  {
    name: 'the heads of a table are read as a person',
    file: SOURCE,
    edits: [['row.line <= (layout.headLine ?? 0)', 'row.line < (layout.headLine ?? 0)']],
    tests: SOURCES,
  },
  {
    name: 'a hidden row of a spreadsheet is imported',
    file: COUNT,
    edits: [['const why = row.isHidden\n', 'const why = row.isHidden && !row.line\n']],
    tests: FORMS,
  },
  {
    name: 'the sum under a table is a person',
    file: COUNT,
    edits: [
      [
        "file?.form !== 'accounts' && isSumRow(row, value)",
        "file?.form === 'accounts' && isSumRow(row, value)",
      ],
    ],
    tests: FORMS,
  },
  {
    name: 'heads that a table repeats are a person',
    file: COUNT,
    edits: [['headsOf(cells) === heads;', 'headsOf(cells) !== heads;']],
    tests: FORMS,
  },
  {
    name: 'a corrected line is read by its old text',
    file: COUNT,
    edits: [['const now = typed === undefined ? read : readValue(typed, how)', 'const now = read']],
    tests: [...SOURCES, ...TEXTS],
  },
  {
    name: 'the file of left-out rows has the line of the row before',
    file: `${READ}/left-out.ts`,
    edits: [['String(row.line), reason', 'String(row.line - 1), reason']],
    tests: [`${READ}/left-out.test.ts`, ...SOURCES],
  },
  {
    name: 'the file of left-out rows has a second pair of its own columns',
    file: `${READ}/left-out.ts`,
    edits: [['isOwnHeads(layout.heads) ? layout.width - 2 : layout.width', 'layout.width']],
    tests: [`${READ}/left-out.test.ts`, ...SOURCES],
  },
  {
    name: 'of several names of one row all but the first are lost',
    file: COUNT,
    edits: [['for (const name of names) count(', 'for (const name of names.slice(0, 1)) count(']],
    tests: FORMS,
  },
  {
    name: 'cells beyond the last head are lost',
    file: `${READ}/layout.ts`,
    edits: [["[cells[width - 1] ?? '', ...beyond].join(' ')", "cells[width - 1] ?? ''"]],
    tests: FORMS,
  },
  {
    name: 'a table with other heads is taken for one that was chosen before',
    file: SOURCE,
    edits: [['find((one) => one.heads === headsKey(heads))', 'find((one) => one.heads !== heads.join())']],
    tests: SOURCES,
  },
  {
    name: 'nobody new to import leaves the button on',
    file: DIALOG,
    edits: [['(counts.valid > 0 && wanted === 0 && filled === 0)', 'counts.valid < 0']],
    tests: TEXTS,
  },
  {
    name: 'an import that ends behind a closed dialog says nothing',
    file: DIALOG,
    edits: [['if (isClosed.current) toast', 'if (!isClosed) toast']],
    tests: ['e2e/no-answer.test.ts'],
  },
  {
    name: 'an undo that comes too late is told as done',
    file: REPORT,
    edits: [['thrown.status === 409 || isTooLate(thrown, made)', 'thrown.status === 409']],
    tests: FILES,
  },
  {
    name: 'Enter in a line to correct imports what is right so far',
    file: `${IMPORT}/bad-lines.tsx`,
    edits: [
      ["if (event.key === 'Enter') event.preventDefault()", "if (event.key === '') event.preventDefault()"],
    ],
    tests: TEXTS,
  },
];
