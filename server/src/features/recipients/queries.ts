import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';

/** The next place in line, above every one there is and every mark. Only under the list lock (engine.md, Import and mark). */
export async function drawPosition(tx: Tx): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select nextval('recipient_position') << 24 as position`.execute(tx);
  if (!rows[0]) throw new Error('The sequence of positions gave none.');
  return rows[0].position;
}
