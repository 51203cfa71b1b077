import { readFileSync } from 'node:fs';
import { time } from './figures.ts';
import { listProcesses, treeOf } from './memory/processes.ts';
import type { BenchServer } from './server.ts';

export interface Taken {
  ms: number;
  /** Without waiting for a processor (Linux; the same elsewhere). */
  busyMs: number;
}

/**
 * How long a call takes, and how long without the time for which this process, the server or PostgreSQL were ready to
 * run and had no processor. That part of a wait says how busy the machine was. Only main threads are looked at, for
 * what runs beside those is not waited for.
 */
export async function timeCall(
  server: Pick<BenchServer, 'pid' | 'postgresPid'>,
  call: () => Promise<unknown>,
): Promise<Taken> {
  const before = (await listBusy(server)).map((pid) => ({ pid, waited: readWaited(pid) }));
  const ms = await time(call);
  const waited = before.reduce(
    (sum, { pid, waited = 0 }) => sum + Math.max(0, (readWaited(pid) ?? waited) - waited),
    0,
  );
  return { ms, busyMs: Math.max(0, ms - waited) };
}

/** PostgreSQL's processes that serve a connection, this process and the server. */
async function listBusy({ pid, postgresPid }: Pick<BenchServer, 'pid' | 'postgresPid'>): Promise<number[]> {
  const all = await listProcesses().catch(() => []);
  const postmaster = all.find((process) => process.pid === postgresPid);
  const serving = postmaster
    ? treeOf(postmaster, all).filter(({ command }) => command.includes('127.0.0.1'))
    : [];
  return [process.pid, pid, ...serving.map((process) => process.pid)];
}

function readWaited(pid: number): number | undefined {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    // It has ended.
    return undefined;
  }
}
