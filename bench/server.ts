import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createClient } from '@pigeonpost/contract/client';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { buildApp } from '@pigeonpost/server/app';
import { ensureAdmin } from '@pigeonpost/server/features/auth/register';
import { openDeps } from '@pigeonpost/server/open-deps';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { testConfig } from '@pigeonpost/server/testing/test-config';
import { startTimers } from '@pigeonpost/server/timers';
import pg from 'pg';
import { listProcesses, type Process } from './memory/processes.ts';
import { type BenchPostgres, SHARED_POSTGRES, startPostgres } from './postgres.ts';

const MAIN = join(import.meta.dirname, '../server/src/main.ts');
const ADMIN = { username: 'bench', password: 'bench-kiln-9000' };
const STARTS_WITHIN_MS = 60_000;

/** The real server in its own process, on its own database with durable settings. */
export interface BenchServer {
  url: string;
  /** The token of the server's admin, whose subscription is always active. */
  token: string;
  /** Uses that token. */
  call: Call;
  /** A direct connection to the server's database. */
  database: pg.Client;
  databaseUrl: string;
  pid: number;
  /** The main process of PostgreSQL; 0 if it cannot be known (Linux only). */
  postgresPid: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and the server and signs in as its administrator. In a test run both are shared: the server runs in
 * this process.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const postgres = await startPostgres();
  const { url, pid, end } = SHARED_POSTGRES ? await serveHere(postgres) : await serveInProcess(postgres);
  const { token } = await createClient({ baseUrl: url, token: () => null })('POST /api/auth/login', {
    body: ADMIN,
  });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  return {
    url,
    token,
    call: createClient({ baseUrl: url, token: () => token }),
    database,
    databaseUrl: postgres.url,
    pid,
    postgresPid: SHARED_POSTGRES
      ? 0
      : ((await listProcesses().catch(() => [])).find(isPostgresOf(postgres.dataDir))?.pid ?? 0),
    async stop() {
      await database.end();
      await end();
      await postgres.stop();
    },
  };
}

interface Served {
  url: string;
  pid: number;
  end(): Promise<void>;
}

async function serveInProcess({ dataDir, url: databaseUrl }: BenchPostgres): Promise<Served> {
  const serverPort = await freePort();
  const url = `http://127.0.0.1:${serverPort}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: String(serverPort),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilUp(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async end() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function serveHere({ url: databaseUrl }: BenchPostgres): Promise<Served> {
  const config = {
    ...testConfig,
    databaseUrl,
    adminUsername: ADMIN.username,
    adminPassword: ADMIN.password,
  };
  const { deps, realtime, close } = await openDeps(config, { log: silentLog });
  await ensureAdmin(deps);
  const app = await buildApp(deps, { realtime });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const endTimers = startTimers(deps);
  return {
    url,
    pid: process.pid,
    async end() {
      await endTimers();
      await app.close();
      await close();
    },
  };
}

const isPostgresOf =
  (dataDir: string) =>
  ({ command }: Process) =>
    command.includes(`-D ${dataDir}/`);

async function waitUntilUp(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The server did not come up.');
}
