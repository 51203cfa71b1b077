import type { Tx } from '../../database/transaction.ts';

interface Wish {
  username: string;
  wished_at: Date | string;
}

/** Notes a wish for a new password under the name that was typed. */
export async function insertWish(tx: Tx, wish: Wish): Promise<void> {
  await tx.insertInto('reset_wishes').values(wish).execute();
}

/** Takes the oldest wishes, each once. */
export async function takeWishes(tx: Tx, limit: number): Promise<Wish[]> {
  return tx
    .deleteFrom('reset_wishes')
    .where('id', 'in', (query) =>
      query.selectFrom('reset_wishes').select('id').orderBy('id').limit(limit).forUpdate().skipLocked(),
    )
    .returning(['username', 'wished_at'])
    .execute();
}
