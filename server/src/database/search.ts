import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column holds the text somewhere, whatever its case; nothing in the text is a wildcard. */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`strpos(lower(${column}), lower(${text})) > 0`;
}
