import type { TestApp } from '../src/testing/test-app.ts';

/** A row that was added, deleted or changed. */
interface Change {
  table: string;
  /** The owner of the row; null: none. */
  user_id: number | null;
  was: string | null;
  is: string | null;
}

/** Reports every row that a call changes, and restores it. */
export interface Watch {
  /** The changes since the last restore. */
  changes(): Promise<Change[]>;
  /** Restores every changed row. */
  restore(): Promise<void>;
  /** Makes the present rows the ones to restore. */
  keep(): Promise<void>;
}

/** Tables without an owner. */
const NOBODYS = [
  'audit_key',
  'deleted_users',
  'erasure_key',
  'login_failures',
  'reset_wishes',
  'schema_versions',
  'server_identity',
  'time_zones',
];
/** Refused attempts are logged there by design. */
const ATTEMPTS = ['login_failures', 'reset_wishes', 'security_events'];

/** Row-level security would hide a forgotten user_id: without it every statement stands alone. */
export async function withoutRowSecurity(app: TestApp): Promise<void> {
  const { rows } = await app.database.pool.query<{ statements: string }>(
    `select string_agg(format('alter table %I disable row level security', relname), ';') as statements
      from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  await app.database.pool.query(rows[0]?.statements ?? '');
}

/** Watches all tables by triggers; the copies for restoring are in another schema. */
export async function watchRows(app: TestApp, owner: { id: number }): Promise<Watch> {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select relname as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await pool.query(`
    create schema kept;
    create table kept.changes (name text not null, user_id bigint, was text, "is" text);
    create function kept.note() returns trigger language plpgsql security definer as $$
    declare
      changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
    begin
      if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
      insert into kept.changes values (tg_table_name,
        (changed->>(case tg_table_name when 'users' then 'id' else 'user_id' end))::bigint,
        case when tg_op <> 'INSERT' then old::text end, case when tg_op <> 'DELETE' then new::text end);
      return null;
    end $$`);
  await pool.query(
    tables
      .map(
        ({ name }) => `create trigger noted after insert or update or delete on ${name}
        for each row execute function kept.note()`,
      )
      .join(';'),
  );
  const bare: string[] = [];
  for (const { name } of tables.filter((table) => !NOBODYS.includes(table.name))) {
    const column = name === 'users' ? 'id' : 'user_id';
    const { rowCount } = await pool.query(`select from ${name} where ${column} = $1 limit 1`, [owner.id]);
    if (rowCount === 0) bare.push(name);
  }
  if (bare.length > 0)
    throw new Error(`The user owns nothing in ${bare.join(', ')}: let own-world.ts make one.`);

  const watch: Watch = {
    async changes() {
      const { rows } = await pool.query<Change>('select name as table, user_id, was, "is" from kept.changes');
      return rows.filter(({ table }) => !ATTEMPTS.includes(table));
    },
    async restore() {
      const { rows } = await pool.query<{ name: string }>('select distinct name from kept.changes');
      const touched = tables.filter(({ name }) => rows.some((row) => row.name === name));
      if (touched.length === 0) return;
      // Everything goes and comes at once, so that no order need suit the foreign keys and no trigger need know.
      await pool.query(
        [
          'begin; set local session_replication_role = replica',
          ...touched.map(({ name }) => `delete from ${name}`),
          ...touched.map(
            ({ name, columns }) =>
              `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
          ),
          'delete from kept.changes',
          'commit',
        ].join(';'),
      );
    },
    async keep() {
      await pool.query(
        tables
          .map(({ name }) => `drop table if exists kept.${name}; create table kept.${name} as table ${name}`)
          .concat('delete from kept.changes')
          .join(';'),
      );
    },
  };
  await watch.keep();
  return watch;
}
