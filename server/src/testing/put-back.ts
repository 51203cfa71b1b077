import { putTablesBack, type SavedTables, saveTables } from '../../model/real-tables.ts';
import type { Delivery, World } from './engine-world.ts';

/** What a backup of now has. */
export const copyOf = (world: World): Promise<SavedTables> =>
  saveTables(world.app.database.pool, world.app.clock.now());

/** Puts the tables back to a copy and freezes everybody, as a restore does; `isAnnounced`: with the backup's moment. */
export async function putBackTo(world: World, copy: SavedTables, { isAnnounced = true } = {}): Promise<void> {
  const { pool } = world.app.database;
  const now = world.app.clock.now();
  await putTablesBack(pool, copy, now);
  await pool.query('update users set frozen_at = $1', [now]);
  await pool.query('delete from freezes');
  await pool.query('insert into freezes (user_id, backup_at) select id, $1 from users', [
    isAnnounced ? copy.at : null,
  ]);
}

/** The owner presses Continue. */
export const thaw = (world: World) => world.user.call('POST /api/freeze/end', { body: { anyway: true } });

/** What an agent's journal knows of a delivery. */
interface Journalled {
  delivery: Delivery;
  /** The moment of the click by the agent's clock. */
  at: string;
}

const AGENT_AHEAD_MS = 3 * 86_400_000;
/** The agent's clock is three days ahead. */
const agentNow = (world: World) => new Date(world.app.clock.now().getTime() + AGENT_AHEAD_MS).toISOString();

/** Sends what is due, and gives the line of the agent's journal. */
export async function sendNext(world: World): Promise<Journalled> {
  const delivery = await world.sending();
  const at = agentNow(world);
  await world.result(delivery, { outcome: 'sent' });
  return { delivery, at };
}

/** Reports a line of the journal again, with all that it knows. */
export function repeat(
  world: World,
  { delivery, at }: Journalled,
  said: Partial<Parameters<World['result']>[1]> = {},
) {
  return world.result(delivery, {
    outcome: 'sent',
    server_id: world.app.deps.identity.id,
    at,
    now: agentNow(world),
    recipient: delivery.recipient,
    profile_path: delivery.profile.profile_path,
    ...said,
  });
}
