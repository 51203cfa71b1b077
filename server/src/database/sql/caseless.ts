import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * `caseless` of the contract, of a column or a value. By a collation of its own: that of a database may know no letters but
 * those of English.
 */
export function caselessSql(text: Expression<string> | RawBuilder<string>): RawBuilder<string> {
  return sql<string>`replace(replace(lower(normalize(${text}, nfc) collate "und-x-icu"), 'ς', 'σ'), E'i\\u0307', 'i')`;
}
