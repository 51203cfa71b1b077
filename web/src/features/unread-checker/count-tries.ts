import type { UnreadRequest } from '@pigeonpost/contract/calls/unread-checker';

const MOST_TRIES = 60;

/** The number of looks at a check without a new sign of life. */
export type Tries = { id: number; sign: string; count: number };

/** The count after one more look, which may have failed (docs/behaviour.md#requests). */
export function countTry(before: Tries | undefined, id: number, seen: UnreadRequest | undefined): Tries {
  const sign = seen ? `${seen.status} ${seen.last_sign_at}` : (before?.sign ?? '');
  const isNew = before?.id !== id || before.sign !== sign;
  return { id, sign, count: isNew ? 0 : before.count + 1 };
}

/** Whether the screen gives the check up (docs/behaviour.md#requests). */
export function isTooMany({ count }: Tries): boolean {
  return count >= MOST_TRIES;
}
