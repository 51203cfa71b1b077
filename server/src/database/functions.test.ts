import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import type pg from 'pg';
import { otherVersion } from '../testing/other-version.ts';
import { ADMIN_PASSWORD, startServerProcess } from '../testing/server-process.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { FUNCTIONS_SCHEMA, installFunctions, VERSIONS_SPACE } from './functions.ts';

async function listVersions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^functions_' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test("three versions in turn, the first of which came back, keep each other's functions", async (t) => {
  const { address, drop } = await createTestDatabase({ migrations: null });
  t.after(drop);
  const start = (name: string) => startServerProcess(t, { address, preload: [otherVersion(name)] });
  for (const name of ['one', 'two']) {
    const { child, ended } = await start(name);
    child.kill('SIGTERM');
    await ended;
  }
  const { url } = await start('one');
  await start('three');
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = await createClient({ baseUrl: url, token: () => undefined })('POST /api/auth/login', {
    body,
  });
  await createClient({ baseUrl: url, token: () => token })('GET /api/auth/profile');
});

async function addVersions(pool: pg.Pool, comments: Record<string, string>): Promise<void> {
  for (const [name, comment] of Object.entries(comments))
    await pool.query(`create schema ${name}; comment on schema ${name} is '${comment}'`);
}

const USED_LONG_AGO = 'Functions of a version of Pigeonpost, last used 2001-01-01T00:00:00.000Z';
const FOUND_UNUSED = `${USED_LONG_AGO}, found unused 2001-03-01T00:00:00.000Z`;

test('versions unused for a month are dropped, but not one of a connected server', async (t) => {
  const { pool, drop } = await createTestDatabase();
  t.after(drop);
  const [old, connected, undated] = [
    'functions_0000000a1111',
    'functions_ffffffff1111',
    'functions_0000000c1111',
  ];
  await addVersions(pool, { [old]: FOUND_UNUSED, [connected]: FOUND_UNUSED, [undated]: '' });
  const server = await pool.connect();
  await server.query(`select pg_advisory_lock_shared(${VERSIONS_SPACE}, -1)`);
  await installFunctions(pool);
  const left = await listVersions(pool);
  server.release(true);
  assert.deepEqual(left, [undated, connected, FUNCTIONS_SCHEMA].toSorted());
});

test('a version is not dropped while its servers connect with PostgreSQL again', async (t) => {
  const { pool, drop } = await createTestDatabase();
  t.after(drop);
  const [running, newer] = ['functions_ffffffff1111', 'functions_0000000c1111'];
  await addVersions(pool, { [running]: USED_LONG_AGO, [newer]: '' });
  // Two servers of a third version start one after the other; the server of the first is not connected at that moment.
  await installFunctions(pool);
  await installFunctions(pool);
  assert.deepEqual(await listVersions(pool), [running, newer, FUNCTIONS_SCHEMA].toSorted());
  const server = await pool.connect();
  await server.query(`select pg_advisory_lock_shared(${VERSIONS_SPACE}, -1)`);
  await installFunctions(pool);
  server.release(true);
  const { rows } = await pool.query<{ comment: string }>(
    `select obj_description('${running}'::regnamespace, 'pg_namespace') as comment`,
  );
  assert.match(rows[0]?.comment ?? '', /last used 20[2-9][^,]+$/);
});

test('a server whose functions are gone is not ready', async (t) => {
  const { url, database } = await startTestApp(t);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  await database.pool.query(`drop schema ${FUNCTIONS_SCHEMA} cascade`);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
});
