import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The sort key for natural order: studio 2 before studio 10, without regard to case. Each run of digits gets its length
 * as a prefix, and letters follow Unicode, as in the browser's own order of names.
 */
export function inNaturalOrder(name: Expression<string> | RawBuilder<string>): RawBuilder<string> {
  return sql<string>`(
    select string_agg(part[1] || case when part[2] = '' then ''
      else lpad(length(ltrim(part[2], '0'))::text, 3, '0') || ltrim(part[2], '0') end, '' order by place)
    from regexp_matches(lower(${name}), '(\\D*)(\\d*)', 'g') with ordinality parts (part, place)) collate "und-x-icu"`;
}
