import type { TestApp } from './test-app.ts';

/**
 * Changes users past the server, and has it forget whose a token was, as the commit of a call does
 * (docs/behaviour.md#sessions).
 */
export async function changeUsers(
  { database, deps }: Pick<TestApp, 'database' | 'deps'>,
  statement: string,
): Promise<void> {
  await database.pool.query(statement);
  deps.nudges.wakeAll();
}
