import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Call } from '@pigeonpost/contract/client';
import { restoreSnapshot, takeSnapshot } from '@pigeonpost/server/testing/database-snapshot';
import { createTestDatabase, type TestDatabase } from '@pigeonpost/server/testing/test-database';
import { startServer } from '../processes/programs.ts';
import { signUp } from './sign-up.ts';

/** The real server with the built pages, on a database of its own. */
export interface Site {
  url: string;
  database: TestDatabase;
  /** Makes a user with a trial, signed in. */
  signUp(username: string): Promise<Visitor>;
  /** Kills the server, like a crash. */
  kill(): Promise<void>;
  /** Starts it again, for a site with its own PORT. */
  startAgain(): Promise<void>;
}

export interface Visitor {
  username: string;
  password: string;
  token: string;
  call: Call;
}

interface Lease {
  site: Site;
  /** Restores the database to its state at the server's start. */
  restore(): Promise<void>;
  end(): Promise<void>;
}

/** Built for development, so that React checks what it renders and warns: `node web/build-once.ts development`. */
const PAGES = join(import.meta.dirname, '../../node_modules/.cache/pigeonpost-web-development');

// The servers of a test file, by environment, and the idle ones among them.
const started: Lease[] = [];
const free = new Map<string, Lease[]>();
after(async () => {
  for (const { end } of started) await end();
});

/**
 * Gives a test a server, running as its own process, with a fresh database. Tests of a file with the same environment
 * use the same server, one after the other.
 */
export async function startSite(t: TestContext, env: Record<string, string> = {}): Promise<Site> {
  const key = JSON.stringify(env);
  const idle = free.get(key) ?? [];
  free.set(key, idle);
  const used = idle.pop();
  await used?.restore();
  const lease = used ?? (await start(env));
  t.after(() => void idle.push(lease));
  return lease.site;
}

async function start(env: Record<string, string>): Promise<Lease> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-site-'));
  const settings = {
    DATABASE_URL: database.address.connectionString,
    DATA_DIR: dataDir,
    PORT: '0',
    // Agents that were packaged on this machine must not matter.
    AGENT_FILES: dataDir,
    PAGES,
    ...env,
  };
  const said: string[] = [];
  let server = await startServer(settings, (line) => void said.push(line)).catch(async (error) => {
    // Its open connections would keep the test's process from ending.
    await database.drop();
    throw new Error(`The server did not start:\n${said.join('\n')}`, { cause: error });
  });
  const { url } = server;
  const snapshot = await takeSnapshot(database.pool);
  const lease: Lease = {
    site: {
      url,
      database,
      signUp: (username) => signUp({ url, database }, username),
      kill: () => server.kill(),
      async startAgain() {
        server = await startServer(settings, () => {});
      },
    },
    async restore() {
      const client = await database.pool.connect();
      await restoreSnapshot(client, snapshot).finally(() => client.release());
    },
    async end() {
      await server.end();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
  started.push(lease);
  return lease;
}
