import type { TestContext } from 'node:test';
import { type SignedUp, startTestApp, type TestApp } from './test-app.ts';

/** The body of an import with columns, without its list. */
export interface Table {
  columns: ({ field: number } | { new_field: string; label?: string } | { tags: true } | { note: true })[];
  rows: string[][];
  fill?: 'empty' | 'replace';
  tags?: string[];
}

/** A user with an empty list, into which `load` imports. */
export async function startImports(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const load = (table: Table, { list_id = list.id, as = user, signal }: Loading = {}) =>
    as.call('POST /api/recipients/import', { body: { ...table, list_id }, ...(signal && { signal }) });
  return { app, user, list, load, known: () => knownOf(app, user) };
}

interface Loading {
  list_id?: number;
  as?: SignedUp;
  signal?: AbortSignal;
}

/** What is known of a user's people: values by the names of their fields, tags by name, and notes. */
export async function knownOf({ database }: TestApp, { id }: SignedUp) {
  const { rows } = await database.pool.query<{ recipient: string; known: Known }>(
    `select recipient, json_build_object(
        'fields', (select coalesce(json_object_agg(f.name, value order by f.name), '{}')
          from jsonb_each(fields) join fields f on f.user_id = $1 and f.id = key::bigint),
        'tags', (select coalesce(json_agg(t.name order by t.id), '[]') from tags t
          where t.user_id = $1 and t.id = any (people.tags))) as known
      from people where user_id = $1 order by recipient`,
    [id],
  );
  return Object.fromEntries(rows.map(({ recipient, known }) => [recipient, known]));
}

export interface Known {
  fields: Record<string, string>;
  tags: string[];
}

/** The same with the fields alone. */
export const fieldsOf = (known: Record<string, Known>) =>
  Object.fromEntries(Object.entries(known).map(([name, { fields }]) => [name, fields]));

/** How many rows a table has. */
export const countOf = async ({ database }: TestApp, table: string) =>
  (await database.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count;
