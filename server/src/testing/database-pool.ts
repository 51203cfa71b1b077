import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ConnectedDatabase } from '../database/opening/connect.ts';
import { type DatabaseSnapshot, KEPT, restoreSnapshot, takeSnapshot } from './database-snapshot.ts';
import { countKept, endKept } from './kept-client.ts';
import { databaseUrl, withClient } from './template-database.ts';

const POOL_LOCKS = 7_404_004;
const LARGE_BYTES = 262_144;

/** A database that only this test uses until it is released. */
interface ClaimedDatabase extends ConnectedDatabase {
  name: string;
  release(): void;
}

/** The state of a pooled database when it was new. */
type Birth = { schema: string; snapshot: DatabaseSnapshot };

/** The connection with this process's locks, and the idle databases under them. */
type Holder = { client: pg.Client; users: number; free: string[] };
const holders = new Map<string, Promise<Holder>>();

/**
 * Gives a database in the template's state: one that an earlier test has released, with its rows restored, or else a
 * new clone. Cloning and dropping one for each test takes most of a test's processor time, and so does each additional
 * connection. A process keeps its databases by locks that end with it, so a killed process holds none.
 */
export async function claimDatabase(
  url: string,
  template: string,
  connect: (name: string) => Promise<ConnectedDatabase>,
): Promise<ClaimedDatabase> {
  const names = template.replace(/^template/, 'test');
  return withHolder(url, async ({ client: holder, free }) => {
    for (;;) {
      const used = free.findIndex((name) => name.startsWith(names));
      const [name = await lockFree(holder, names)] = used < 0 ? [] : free.splice(used, 1);
      if (name === undefined) break;
      // A test may have closed it to connections.
      const database = await connect(name).catch(() => undefined);
      if (database && (await renew(database.pool, name)))
        return { ...database, name, release: () => void free.push(name) };
      await database?.close();
      await countKept(name);
      await endKept(name);
      await holder.query(`drop database ${name} with (force)`);
    }
    const name = await clone({ holder, url, template, names });
    return { ...(await connect(name)), name, release: () => void free.push(name) };
  });
}

/** The connection must keep a process alive only while it is used. */
async function withHolder<T>(url: string, work: (holder: Holder) => Promise<T>): Promise<T> {
  const opening = holders.get(url) ?? openHolder(url);
  holders.set(url, opening);
  const holder = await opening;
  const client = holder.client as pg.Client & { ref(): void; unref(): void };
  if (holder.users++ === 0) client.ref();
  try {
    return await work(holder);
  } finally {
    if (--holder.users === 0) client.unref();
  }
}

async function openHolder(url: string): Promise<Holder> {
  const client = new pg.Client({ connectionString: url });
  // It may break when the process no longer needs it.
  client.on('error', () => {});
  await client.connect();
  return { client, users: 0, free: [] };
}

/** One of an ended process; a lock that this process has would be granted to it again. */
async function lockFree(holder: pg.Client, names: string): Promise<string | undefined> {
  const { rows } = await holder.query(
    `with pooled as materialized (
        select oid, datname from pg_database where starts_with(datname, $1) and datallowconn
          and oid::int not in (select objid::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()))
      select datname from pooled where pg_try_advisory_lock(${POOL_LOCKS}, oid::int) limit 1`,
    [names],
  );
  return rows[0]?.datname;
}

async function clone(made: { holder: pg.Client; url: string; template: string; names: string }) {
  const { holder, url, template, names } = made;
  const id = randomUUID().replaceAll('-', '').slice(0, 20);
  // Under a temporary name until it is locked, so that no other process takes it.
  await holder.query(`create database new_${id} template ${template} strategy file_copy`);
  await holder.query(
    `select pg_advisory_lock(${POOL_LOCKS}, oid::int) from pg_database where datname = 'new_${id}'`,
  );
  const birth: Birth = await withClient(databaseUrl(url, `new_${id}`), async (client) => ({
    schema:
      (await client.query<{ schema: string }>(`select (${FINGERPRINT}) as schema`)).rows[0]?.schema ?? '',
    snapshot: await takeSnapshot(client),
  }));
  const name = `${names}_${id}`;
  await holder.query(`alter database new_${id} rename to ${name}`);
  await holder.query(`comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(birth))}`);
  return name;
}

/** Restores its new state; false if a test has changed its schema. */
async function renew(pool: pg.Pool, name: string): Promise<boolean> {
  const known = (await countKept(name)) + pool.totalCount;
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Used>(
      `select shobj_description(oid, 'pg_database') as birth, pg_stat_get_db_numbackends(oid) > $1 as is_connected,
          (${FINGERPRINT}) as schema, written.*
        from pg_database, lateral (
          select coalesce(array_agg(relname::text order by relname <> 'users') filter (where size > 0), '{}') as tables,
              string_agg(relname, ', ') filter (where size > ${LARGE_BYTES} and relname <> '${KEPT}') as large
            from (select relname, pg_relation_size(oid) as size from pg_class
              where relkind = 'r' and relnamespace = 'public'::regnamespace) relations) written
        where datname = current_database()`,
      [known],
    );
    const used = rows[0];
    const birth: Birth | null = JSON.parse(used?.birth ?? 'null');
    if (!used || birth?.schema !== used.schema) return false;
    if (used.is_connected) {
      await endKept(name);
      await endOtherConnections(client);
    }
    // A table that had many rows is slow to read until it is cleaned.
    if (used.large !== null) {
      // The trigger of the audit log refuses it, even to a test that has written many lines.
      await client.query(`set session_replication_role = replica; truncate ${used.large} cascade`);
      await client.query('reset session_replication_role');
    }
    await restoreSnapshot(client, birth.snapshot, used.tables);
    await client.query(`select setval(seqrelid, seqstart, false) from pg_sequence`);
    return true;
  } finally {
    client.release();
  }
}

/** `tables` are those that have had rows, and `large` those that have had many. */
type Used = {
  birth: string | null;
  is_connected: boolean;
  schema: string;
  tables: string[];
  large: string | null;
};

async function endOtherConnections(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
}

/** PostgreSQL's own rows, thousands in these catalogs, have lower ones. */
const FIRST_OWN_OID = 16_384;

const newest = (catalog: string, oid = 'oid') =>
  `(select concat_ws(':', count(*), max(xmin::text::bigint)) from pg_${catalog} where ${oid} >= ${FIRST_OWN_OID})`;

/** Changes with every change of the schema, of rights and of settings, but not of rows. */
const FINGERPRINT = `select concat_ws(' ', ${newest('attribute', 'attrelid')},
  ${['attrdef', 'constraint', 'trigger', 'policy', 'proc', 'extension'].map((catalog) => newest(catalog)).join()},
  (select concat_ws(':', count(*), max(xmin::text::bigint)) from pg_namespace),
  (select md5(string_agg(concat_ws(':', relname, relkind, relacl, reloptions, relrowsecurity, relowner), ' '
    order by relname, oid)) from pg_class where relnamespace = 'public'::regnamespace),
  (select concat_ws(':', datallowconn, datconnlimit) from pg_database where datname = current_database()),
  (select md5(string_agg(setconfig::text, ' ' order by setrole)) from pg_db_role_setting d
    join pg_database on pg_database.oid = d.setdatabase and datname = current_database()))`;
