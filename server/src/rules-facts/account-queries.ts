import type { Account } from '@pigeonpost/contract/rules/facts';
import { sql } from 'kysely';
import type { Tx } from '../database/transaction.ts';
import { type AccountRow, readAccount } from '../engine/read-facts.ts';

/** What the rules take from a user's account. */
export async function getAccount(tx: Tx, user_id: number): Promise<Account> {
  const { rows } = await sql<{ account: AccountRow }>`
    select account_facts(u, s) as account from users u left join settings s on s.user_id = u.id
    where u.id = ${user_id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A user is gone.');
  return readAccount(row.account);
}
