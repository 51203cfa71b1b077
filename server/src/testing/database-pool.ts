import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseSnapshot, restoreSnapshot, takeSnapshot } from './database-snapshot.ts';
import { databaseUrl, withClient } from './template-database.ts';

const POOL_LOCKS = 7_404_004;
const LARGE_BYTES = 262_144;

/** A database that is this test's alone until it is released. */
export interface ClaimedDatabase {
  name: string;
  release(): Promise<void>;
}

/** What a database of the pool was when it was new. */
type Birth = { schema: string; snapshot: DatabaseSnapshot };

/**
 * Gives a database that is as the template is: one that an earlier test has released, of whatever process, with its
 * rows put back, or else a new clone. Cloning and dropping one for each test takes most of a test's processor time.
 * Whose it is says a lock, which ends with the connection of its holder, so that a killed test holds nothing.
 */
export async function claimDatabase(url: string, template: string): Promise<ClaimedDatabase> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const names = template.replace(/^template/, 'test');
  const release = () => holder.end();
  for (;;) {
    const name = await lockFree(holder, names);
    if (name === undefined) break;
    await endConnections(holder, name);
    if (await renew(databaseUrl(url, name))) return { name, release };
    await holder.query(`drop database ${name} with (force)`);
  }
  return { name: await clone({ holder, url, template, names }), release };
}

async function lockFree(holder: pg.Client, names: string): Promise<string | undefined> {
  const { rows } = await holder.query(
    `with pooled as materialized (select oid, datname from pg_database where starts_with(datname, $1) and datallowconn)
      select datname from pooled where pg_try_advisory_lock(${POOL_LOCKS}, oid::int) limit 1`,
    [names],
  );
  return rows[0]?.datname;
}

async function clone(made: { holder: pg.Client; url: string; template: string; names: string }) {
  const { holder, url, template, names } = made;
  const id = randomUUID().replaceAll('-', '').slice(0, 20);
  // Under another name until it is locked, so that nobody else takes it.
  await holder.query(`create database new_${id} template ${template} strategy file_copy`);
  await holder.query(
    `select pg_advisory_lock(${POOL_LOCKS}, oid::int) from pg_database where datname = 'new_${id}'`,
  );
  const birth: Birth = await withClient(databaseUrl(url, `new_${id}`), async (client) => ({
    schema: await fingerprint(client),
    snapshot: await takeSnapshot(client),
  }));
  const name = `${names}_${id}`;
  await holder.query(`alter database new_${id} rename to ${name}`);
  await holder.query(`comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(birth))}`);
  return name;
}

async function endConnections(holder: pg.Client, name: string): Promise<void> {
  await holder.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`,
    [name],
  );
}

/** Makes it as it was when it was new; false for one whose schema a test has changed. */
function renew(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select shobj_description(oid, 'pg_database') as birth from pg_database where datname = current_database()`,
    );
    const birth: Birth | null = JSON.parse(rows[0].birth);
    if (birth?.schema !== (await fingerprint(client))) return false;
    await emptyLarge(client);
    await restoreSnapshot(client, birth.snapshot);
    await client.query(`select setval(seqrelid, seqstart, false) from pg_sequence`);
    return true;
  });
}

/** What many rows were deleted from is slow to read until it is cleaned. */
async function emptyLarge(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select string_agg(relname, ', ') as large from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_table_size(oid) > ${LARGE_BYTES}`,
  );
  if (rows[0].large !== null) await client.query(`truncate ${rows[0].large} cascade`);
}

/** Changes with every change of the schema, of rights and of settings, and with no change of rows. */
async function fingerprint(client: pg.Client): Promise<string> {
  const written = [
    'attribute',
    'attrdef',
    'constraint',
    'trigger',
    'policy',
    'proc',
    'namespace',
    'extension',
  ].map((catalog) => `(select concat_ws(':', count(*), max(xmin::text::bigint)) from pg_${catalog})`);
  const { rows } = await client.query(
    `select concat_ws(' ', ${written.join()},
      (select md5(string_agg(concat_ws(':', relname, relkind, relacl, reloptions, relrowsecurity, relowner), ' '
        order by relname, oid)) from pg_class where relnamespace = 'public'::regnamespace),
      (select md5(string_agg(setconfig::text, ' ' order by setrole)) from pg_db_role_setting d
        join pg_database on pg_database.oid = d.setdatabase and datname = current_database())) as schema`,
  );
  return rows[0].schema;
}
