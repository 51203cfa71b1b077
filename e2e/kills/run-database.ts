import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from '@pigeonpost/server/database/embedded/cluster';
import { readListening } from '@pigeonpost/server/database/embedded/listening';
import { type ConnectedDatabase, connectDatabase } from '@pigeonpost/server/database/opening/connect';
import { silentLog } from '@pigeonpost/server/testing/silent-log';

/** The result of a name of the list. `state` is null if the campaign never reached it. */
export interface EndedDelivery {
  recipient: string;
  status: string;
  state: string | null;
  reason: string | null;
}

interface Lease {
  token: string;
  recipient: string;
}

/** Connects to the PostgreSQL that the server runs in its data folder. The pool survives a kill of PostgreSQL. */
export async function openRunDatabase(dataDir: string): Promise<ConnectedDatabase> {
  const folder = join(dataDir, 'postgres');
  const place = await readListening(join(folder, 'data'));
  if (!place) throw new Error('PostgreSQL does not say where it listens.');
  const password = await readFile(join(folder, 'password'), 'utf8');
  const address = { ...place, ssl: false, user: SUPERUSER, password, database: 'pigeonpost' };
  return connectDatabase({ address, maxConnections: 2, log: silentLog });
}

/** The process to kill for PostgreSQL. */
export async function readPostgresPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** The result of every name, in the order of the list. */
export async function listDeliveries({ pool }: ConnectedDatabase): Promise<EndedDelivery[]> {
  const { rows } = await pool.query<EndedDelivery>(
    `select r.recipient, r.status, d.state,
      coalesce(d.reason, concat_ws(' ', d.reason_kind, d.reason_args)) as reason from recipients r
    left join deliveries d on d.user_id = r.user_id and d.recipient_id = r.id order by r.position`,
  );
  return rows;
}

/** The leases of deliveries that were claimed and not begun. */
export async function listClaims({ pool }: ConnectedDatabase): Promise<Lease[]> {
  const { rows } = await pool.query<Lease>(
    `select d.token, r.recipient from profiles p
    join deliveries d on d.user_id = p.user_id and d.token = p.lease_token and d.state = 'leased'
    join recipients r on r.user_id = d.user_id and r.id = d.recipient_id`,
  );
  return rows;
}

/** Ends the two minutes of these leases at once; the server's next sweep ends them. */
export async function expireLeases({ pool }: ConnectedDatabase, tokens: string[]): Promise<void> {
  await pool.query(
    `update profiles set lease_until = lease_until - interval '2 minutes' where lease_token = any($1::uuid[])`,
    [tokens],
  );
}
