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

test('versions unused for a month are dropped, but not one of a connected server', async (t) => {
  const { pool, drop } = await createTestDatabase();
  t.after(drop);
  const [old, connected, undated] = [
    'functions_0000000a1111',
    'functions_ffffffff1111',
    'functions_0000000c1111',
  ];
  for (const name of [old, connected, undated]) await pool.query(`create schema ${name}`);
  for (const name of [old, connected])
    await pool.query(
      `comment on schema ${name} is 'Functions of a version of Pigeonpost, last used 2001-01-01T00:00:00.000Z'`,
    );
  const server = await pool.connect();
  await server.query(`select pg_advisory_lock_shared(${VERSIONS_SPACE}, -1)`);
  await installFunctions(pool);
  const left = await listVersions(pool);
  server.release(true);
  assert.deepEqual(left, [undated, connected, FUNCTIONS_SCHEMA].toSorted());
});

test('a server whose functions are gone is not ready', async (t) => {
  const { url, database } = await startTestApp(t);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  await database.pool.query(`drop schema ${FUNCTIONS_SCHEMA} cascade`);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
});
