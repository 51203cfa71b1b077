import type { Tx } from './transaction.ts';

/** The database's time in milliseconds as SQL, for the server's clock. */
export const DATABASE_TIME = 'extract(epoch from clock_timestamp())::float8 * 1000';

/** The time of the database in milliseconds, which all servers on it share. */
export async function readDatabaseTime(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ moment: number }>(`select ${DATABASE_TIME} as moment`);
  return rows[0]?.moment ?? Number.NaN;
}
