import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Call, createClient } from '@pigeonpost/contract/client';
import { createTestDatabase, type TestDatabase } from '@pigeonpost/server/testing/test-database';
import { startServer } from '../processes/programs.ts';

const PASSWORD = 'kiln-9000';

/** The real server with the built pages, on a database of its own. */
export interface Site {
  url: string;
  database: TestDatabase;
  /** Makes a user with a trial and signs in over HTTP. */
  signUp(username: string): Promise<Visitor>;
}

export interface Visitor {
  username: string;
  password: string;
  token: string;
  call: Call;
}

/** Starts the server as its own process; everything is gone when the test ends. */
export async function startSite(t: TestContext, env: Record<string, string> = {}): Promise<Site> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-site-'));
  const said: string[] = [];
  const server = await startServer(
    { DATABASE_URL: database.address.connectionString, DATA_DIR: dataDir, PORT: '0', ...env },
    (line) => said.push(line),
  );
  t.after(async () => {
    await server.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  return { url: server.url, database, signUp: (username) => signUp(server.url, username) };
}

async function signUp(url: string, username: string): Promise<Visitor> {
  const visitor = createClient({ baseUrl: url, token: () => undefined });
  const body = { username, password: PASSWORD };
  await visitor('POST /api/auth/register', { body });
  const { token } = await visitor('POST /api/auth/login', { body });
  return { ...body, token, call: createClient({ baseUrl: url, token: () => token }) };
}
