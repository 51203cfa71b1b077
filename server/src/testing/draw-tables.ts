import { join } from 'node:path';

const DATABASE = join(import.meta.dirname, '../database');
/** The file that is made. */
export const TABLES_FILE = join(DATABASE, 'tables.ts');
/** The file with what columns hold beyond their types. */
export const COLUMN_VALUES_FILE = join(DATABASE, 'column-values.ts');

const HEAD = `// The tables of server/schema.sql as TypeScript, all in one file: never changed by hand. After a migration:
// node server/src/testing/write-schema.ts

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnValues } from './column-values.ts';

/** A time: read as ISO 8601 in UTC, written as a Date (or such a text). */
type Moment = ColumnType<string, Date | string, Date | string>;
type MaybeMoment = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
/** Read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
`;

const TABLE = /^create table (\w+) \(\n(.*?)\n\)/gms;
const COLUMN =
  /^ {2}(?!constraint )"?(\w+)"? (timestamp with(?:out)? time zone|[\w[\]]+)(?: collate "\w+")?( not null)?(?: (generated always|default)\b.*)?$/;

/** How a type of the database is read. */
const READ_AS: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  datemultirange: 'string',
  int4multirange: 'string',
  integer: 'number',
  'interval[]': 'string[]',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp without time zone': 'string',
  uuid: 'string',
};

/**
 * The types of all tables as the text of database/tables.ts, from that of schema.sql and of column-values.ts. Throws at
 * a type of a column that it does not know, and at a value of a column that is gone.
 */
export function drawTables(schema: string, columnValues: string): string {
  const narrowed = new Set([...columnValues.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, name]) => name));
  const tables = [...schema.matchAll(TABLE)].map(([, table = '', inside = '']) => ({
    table,
    columns: inside.split('\n').flatMap((line) => {
      const [, name, type = '', isSet, filled] = line.replace(/,$/, '').match(COLUMN) ?? [];
      if (name === undefined) return [];
      const held = narrowed.delete(`${table}.${name}`) ? `ColumnValues['${table}.${name}']` : undefined;
      return [`    ${name}: ${typeOf({ type, held, isSet: isSet !== undefined, filled })};`];
    }),
  }));
  const [gone] = narrowed;
  if (gone) throw new Error(`column-values.ts names ${gone}, which is no column.`);
  const lines = tables.flatMap(({ table, columns }) => [`  ${table}: {`, ...columns, '  };']);
  return [HEAD, 'export interface Database {', ...lines, '}', ''].join('\n');
}

interface Column {
  type: string;
  /** What it holds by column-values.ts. */
  held: string | undefined;
  /** Never null. */
  isSet: boolean;
  /** What fills it, if the insert does not: 'default' or 'generated always'. */
  filled: string | undefined;
}

function typeOf({ type, held, isSet, filled }: Column): string {
  if (type === 'timestamp with time zone') return isSet ? 'Moment' : 'MaybeMoment';
  if (type === 'jsonb') {
    const kind = !isSet ? 'MaybeJson' : filled ? 'DefaultJson' : 'Json';
    return `${kind}<${held ?? 'unknown'}>`;
  }
  const value = held ?? READ_AS[type];
  if (value === undefined) throw new Error(`draw-tables.ts does not know how ${type} is read.`);
  const read = isSet ? value : `${value} | null`;
  if (filled === undefined) return read;
  return filled === 'default' ? `Generated<${read}>` : `GeneratedAlways<${read}>`;
}
