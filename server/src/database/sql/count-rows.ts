import type { SelectQueryBuilder } from 'kysely';

/** Counts the rows of a query without columns; the same query then gives a page of them. */
export async function countRows<Tables, Names extends keyof Tables>(
  found: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}
