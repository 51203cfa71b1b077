import { join } from 'node:path';
import type pg from 'pg';
import { SCHEMA_QUERIES, TABLES, UNDRAWN } from './schema-queries.ts';

/** The file with the picture of the newest schema. */
export const SCHEMA_FILE = join(import.meta.dirname, '../../schema.sql');

const HEAD = `-- The whole schema as the migrations leave it, to be read. Nothing runs this file: write a new migration, then
-- node server/src/testing/write-schema.ts
`;

/**
 * The schema as text from the database's own catalog: tables with columns, constraints, indexes, statistics, triggers,
 * policies and grants, then sequences and functions. Equal for databases with equal migrations. Throws if the schema
 * has an object that the picture would leave out.
 */
export async function drawSchema(pool: pg.Pool): Promise<string> {
  const { rows: undrawn } = await pool.query(UNDRAWN);
  if (undrawn.length > 0) throw new Error(`The picture of the schema cannot show: ${undrawn[0].what}.`);
  const { rows: tables } = await pool.query(TABLES);
  const about = await readLines(pool);
  const pictures = tables.map(({ name, options }) => drawTable(name, options, (kind) => about(kind, name)));
  const others = [...about('sequence', ''), ...about('function', '')];
  return [HEAD, ...pictures, ...others.map((line) => `${line};\n`)].join('\n');
}

function drawTable(name: string, options: string | null, linesOf: (kind: string) => string[]): string {
  const inside = [...linesOf('column'), ...linesOf('constraint')].map((line) => `  ${line}`);
  const below = ['index', 'statistics', 'trigger', 'security', 'policy', 'grant'].flatMap(linesOf);
  const end = options ? `) with (${options});` : ');';
  return `${[`create table ${name} (`, inside.join(',\n'), end, ...below.map((line) => `${line};`)].join('\n')}\n`;
}

async function readLines(pool: pg.Pool): Promise<(kind: string, table: string) => string[]> {
  const lines = new Map<string, string[]>();
  for (const [kind, query] of Object.entries(SCHEMA_QUERIES)) {
    const { rows } = await pool.query<{ table: string; line: string }>(query);
    for (const { table, line } of rows) {
      const key = `${kind} ${table}`;
      lines.set(key, [...(lines.get(key) ?? []), line]);
    }
  }
  return (kind, table) => lines.get(`${kind} ${table}`) ?? [];
}
