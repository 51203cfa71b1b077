import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Call, createClient } from '@pigeonpost/contract/client';
import { waitForLockWaits } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { ADMIN_PASSWORD, startServerProcess } from '../../testing/server-process.ts';
import { silentLog as log } from '../../testing/silent-log.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectDatabase } from './connect.ts';
import { openDatabase } from './open-database.ts';

const UNLIKELY = {
  default_transaction_isolation: 'repeatable read',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  TimeZone: 'Asia/Kolkata',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'iso_8601',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  row_security: 'off',
  plan_cache_mode: 'force_custom_plan',
  search_path: 'nowhere',
  transaction_timeout: '7s',
  idle_session_timeout: '7s',
  lock_timeout: '7ms',
  statement_timeout: '7ms',
  idle_in_transaction_session_timeout: '7ms',
};

/** An empty database with these defaults. */
async function databaseWith(t: TestContext, defaults: Record<string, string>): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrations: null });
  t.after(database.drop);
  const { rows } = await database.pool.query('select current_database() as name');
  for (const [name, value] of Object.entries(defaults))
    await database.pool.query(
      `alter database ${rows[0].name} set ${name} = '${value.replace(', ', "', '")}'`,
    );
  return database;
}

test("a database's defaults do not change a connection", async (t) => {
  const names = Object.keys(UNLIKELY);
  const read = async ({ address }: TestDatabase) => {
    const { pool, close } = await connectDatabase({ address, log });
    const { rows } = await pool.query(
      'select name, setting from pg_settings where name = any ($1) order by 1',
      [names],
    );
    await close();
    return rows;
  };
  const usual = await read(await databaseWith(t, {}));
  assert.equal(usual.length, names.length);
  assert.deepEqual(await read(await databaseWith(t, UNLIKELY)), usual);
});

/** A campaign with one recipient, and the agent's delivery before begin. */
async function leased(call: Call, agentOf: (token: string) => Call) {
  const { list } = await call('POST /api/lists', { body: { name: 'Readers' } });
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['ada'] } });
  const { template } = await call('POST /api/templates', { body: { name: 'Hello', content: 'Hi!' } });
  const { profile } = await call('POST /api/profiles', {
    body: { profile_path: '/p/one', profile_name: 'one' },
  });
  const { campaign } = await call('POST /api/campaigns', {
    body: {
      name: 'Spring',
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: [profile.id],
    },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  const machine = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  const agent = agentOf((await call('POST /api/agent/enrol', { body: machine })).agent_token);
  await agent('PUT /api/agent/machine', {
    body: {
      firefox: { detected: true, executable: '/f', version: '153.0', profiles_dir: '/p', error: null },
      profiles: [],
      open: [],
      driving: [],
      drivers: ['own'],
    },
  });
  const { deliveries } = await agent('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: 0, profile_paths: ['/p/one'] },
  });
  assert.ok(deliveries[0]);
  return { agent, token: deliveries[0].token, campaign: campaign.id };
}

test("a begin that waited for a pause is refused, whatever the database's default isolation", async (t) => {
  const database = await databaseWith(t, { default_transaction_isolation: 'repeatable read' });
  const { url } = await startServerProcess(t, { address: database.address });
  const callAs = (token?: string) => createClient({ baseUrl: url, token: () => token });
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  const { token, user } = await callAs()('POST /api/auth/login', { body });
  const call = callAs(token);
  const { agent, token: delivery, campaign } = await leased(call, callAs);
  const holder = await database.pool.connect();
  await holder.query('select pg_advisory_lock(1, $1::int)', [user.id]);
  const paused = call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await waitForLockWaits(database, 1);
  const begun = refusal(
    agent('POST /api/agent/deliveries/{token}/begin', { params: { token: delivery }, body: {} }),
  );
  await waitForLockWaits(database, 2);
  await holder.query('select pg_advisory_unlock(1, $1::int)', [user.id]);
  holder.release();
  await paused;
  assert.equal((await begun).code, 'paused');
});

test('a database without triggers is refused, and one whose commits do not wait for the disk gets a warning', async (t) => {
  const { address } = await databaseWith(t, { session_replication_role: 'replica' });
  const options = { databaseUrl: address.connectionString, dataDir: '', now: new Date(0) };
  await assert.rejects(openDatabase({ ...options, log }), {
    name: 'StartError',
    message: /no trigger runs.*reset session_replication_role/,
  });
  const hasty = await databaseWith(t, { synchronous_commit: 'off' });
  const warned: unknown[] = [];
  const database = await openDatabase({
    ...options,
    databaseUrl: hasty.address.connectionString,
    log: { ...log, warn: (text: unknown) => void warned.push(text) },
  });
  await database.close();
  assert.match(String(warned), /synchronous_commit off: after a power cut/);
});
