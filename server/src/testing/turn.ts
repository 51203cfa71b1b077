/** The number of this run's turn, from 0 on, or `whole`: `checks/test.ts` chooses it and prints it. */
const { TEST_TURN = '0' } = process.env;

/** Whether the long random tests are played whole, as at night and before a release. */
export const IS_WHOLE = TEST_TURN === 'whole';

/**
 * Which of so many parts of a long random test this run plays; another run plays another one
 * (docs/engine.md#how-it-is-tried).
 */
export function partInTurn(parts: number): number {
  const turn = IS_WHOLE ? 0 : Number(TEST_TURN);
  if (!Number.isSafeInteger(turn) || turn < 0)
    throw new Error(`TEST_TURN is ${TEST_TURN}: a number or whole.`);
  return turn % parts;
}

/** The items of the part whose turn it is, or all of them in a whole run. */
export function itemsInTurn<T>(items: readonly T[], parts: number): T[] {
  const part = partInTurn(parts);
  return items.filter((_, index) => IS_WHOLE || index % parts === part);
}
