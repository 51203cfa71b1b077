import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column contains the text, in any case, without wildcards. */
export function contains(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql<SqlBool>`strpos(lower(${column}), lower(${text})) > 0`;
}
