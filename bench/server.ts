import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createClient } from '@pigeonpost/contract/client';
import { startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import pg from 'pg';
import { listProcesses, type Process } from './memory/processes.ts';

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

/** Starts PostgreSQL and the server and signs in as its administrator. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-bench-'));
  const { address, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog, listening: 'loopback' });
  const { host, port, user, password, database: name } = address;
  const databaseUrl = `postgres://${user}:${password}@${host}:${port}/${name}`;
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
  const { token } = await createClient({ baseUrl: url, token: () => null })('POST /api/auth/login', {
    body: ADMIN,
  });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  return {
    url,
    token,
    call: createClient({ baseUrl: url, token: () => token }),
    database,
    databaseUrl,
    pid: child.pid ?? 0,
    postgresPid: (await listProcesses().catch(() => [])).find(isPostgresOf(dataDir))?.pid ?? 0,
    async stop() {
      await database.end();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const isPostgresOf =
  (dataDir: string) =>
  ({ command }: Process) =>
    command.includes(`-D ${dataDir}/`);

/** A free port. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const place = holder.address();
  holder.close();
  await once(holder, 'close');
  if (place === null || typeof place === 'string') throw new Error('No port is free.');
  return place.port;
}

async function waitUntilUp(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The server did not come up.');
}
