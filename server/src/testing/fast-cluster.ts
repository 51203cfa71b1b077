import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { silentLog } from './silent-log.ts';

let ownUrl: Promise<string> | undefined;

export interface FastCluster {
  url: string;
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
}

/** A PostgreSQL in a temporary folder that never waits for the disk. */
export async function startFastCluster(): Promise<FastCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-test-'));
  const { address, stop } = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    listening: 'loopback',
    initdbArgs: ['--no-sync', '-c', 'scram_iterations=1'],
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  });
  const { host, port, user, password } = address;
  const url = `postgres://${user}:${password}@${host}:${port}/postgres`;
  return { url, dataDir, pid: readPid(dataDir), stop };
}

/** The PostgreSQL of this process, started on first use; it ends with the process. */
export function ownClusterUrl(): Promise<string> {
  ownUrl ??= startOwnCluster();
  return ownUrl;
}

async function startOwnCluster(): Promise<string> {
  const { url, dataDir, pid } = await startFastCluster();
  process.once('exit', () => endAtOnce(dataDir, pid));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return url;
}

/** Nothing can be awaited while a process exits, so PostgreSQL is ended at once and its data removed. */
function endAtOnce(dataDir: string, pid: number): void {
  process.kill(pid, 'SIGQUIT');
  const pidFile = pidFileOf(dataDir);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let rounds = 0; rounds < 200 && existsSync(pidFile); rounds++) Atomics.wait(pause, 0, 0, 10);
  rmSync(dataDir, { recursive: true, force: true });
}

function readPid(dataDir: string): number {
  return Number.parseInt(readFileSync(pidFileOf(dataDir), 'utf8'), 10);
}

function pidFileOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'data', 'postmaster.pid');
}
