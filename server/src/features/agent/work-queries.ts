import type { Tx } from '../../database/transaction.ts';

/** The site drivers that an agent reported. */
export async function findDrivers(
  tx: Tx,
  { user_id, agent_id }: { user_id: number; agent_id: number },
): Promise<string[]> {
  const { rows } = await tx.client.query<{ drivers: string[] }>({
    name: 'find-drivers',
    text: 'select drivers from agents where user_id = $1 and id = $2',
    values: [user_id, agent_id],
  });
  return rows[0]?.drivers ?? [];
}
