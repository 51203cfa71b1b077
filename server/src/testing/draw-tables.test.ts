import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { COLUMN_VALUES_FILE, drawTables, TABLES_FILE } from './draw-tables.ts';
import { listMerged, MERGED_FILE } from './merged-migrations.ts';
import { SCHEMA_FILE } from './schema-picture.ts';

const RUN = 'Run: node server/src/testing/write-schema.ts';

test('database/tables.ts is made of server/schema.sql', async () => {
  const [schema, values, tables] = await Promise.all(
    [SCHEMA_FILE, COLUMN_VALUES_FILE, TABLES_FILE].map((file) => readFile(file, 'utf8')),
  );
  assert.equal(tables, drawTables(schema ?? '', values ?? ''), RUN);
});

test('the list of merged migrations has all but the newest', async () => {
  assert.equal(await readFile(MERGED_FILE, 'utf8'), await listMerged(), RUN);
});

const loft = (...columns: string[]) =>
  `create table loft (\n${[...columns, 'constraint loft_pkey PRIMARY KEY (id)'].map((line) => `  ${line}`).join(',\n')}\n);\n`;
const columnsOf = (tables: string) => tables.slice(tables.indexOf('  loft: {')).split('\n').slice(1, -3);

test('a column is typed by what may be read from it, and left out of an insert', () => {
  const drawn = drawTables(
    loft(
      'id bigint not null generated always as identity',
      'name text collate "C" not null',
      "state text not null default 'open'::text",
      'note text',
      'seen_at timestamp with time zone not null',
      'left_at timestamp with time zone',
      "rings jsonb not null default '[]'::jsonb",
      'nest jsonb',
      'loud text generated always as (\nCASE\n    WHEN true THEN name\nEND) stored',
    ),
    "  'loft.state': LoftState;\n  'loft.rings': Ring[];\n",
  );
  assert.deepEqual(columnsOf(drawn), [
    '    id: GeneratedAlways<number>;',
    '    name: string;',
    "    state: Generated<ColumnValues['loft.state']>;",
    '    note: string | null;',
    '    seen_at: Moment;',
    '    left_at: MaybeMoment;',
    "    rings: DefaultJson<ColumnValues['loft.rings']>;",
    '    nest: MaybeJson<unknown>;',
    '    loud: GeneratedAlways<string | null>;',
  ]);
});

test('an unknown type, and a value of a column that is gone, are errors', () => {
  assert.throws(() => drawTables(loft('area polygon'), ''), /does not know how polygon is read/);
  assert.throws(
    () => drawTables(loft('area text'), "  'loft.owner': Owner;\n"),
    /loft\.owner, which is no column/,
  );
});
