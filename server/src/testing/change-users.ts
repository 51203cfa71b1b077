import type { TestApp } from './test-app.ts';

/**
 * Changes users in the database, and has the server drop its cached tokens, like the commit of a call
 * (docs/behaviour.md#sessions).
 */
export async function changeUsers(
  { database, deps }: Pick<TestApp, 'database' | 'deps'>,
  statement: string,
): Promise<void> {
  await database.pool.query(statement);
  deps.nudges.wakeAll();
}
