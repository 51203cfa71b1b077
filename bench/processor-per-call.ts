import { readdirSync, readFileSync } from 'node:fs';
import { time } from './figures.ts';
import { listProcesses, treeOf } from './memory/processes.ts';
import type { BenchServer } from './server.ts';

export interface Taken {
  ms: number;
  /** Processor time of the server and of PostgreSQL, other work included (Linux; 0 elsewhere). */
  processorMs: number;
}

type Server = Pick<BenchServer, 'pid' | 'postgresPid'>;

const REREAD_AFTER_MS = 1000;
let read: { of: number; at: number; pids: number[] } | undefined;

/**
 * The duration of a call, and its processor time. The second is the least possible duration, and hardly depends on
 * other load.
 */
export async function timeCall(server: Server, call: () => Promise<unknown>): Promise<Taken> {
  const before = (await pidsOf(server)).map((pid) => ({ pid, ran: readRan(pid) }));
  const ms = await time(call);
  const processorMs = before.reduce((sum, { pid, ran }) => sum + Math.max(0, readRan(pid) - ran), 0);
  return { ms, processorMs };
}

/**
 * The process ids of the server and of PostgreSQL. Not read for each call, because cleaning up after it would delay the
 * next one.
 */
async function pidsOf(server: Server): Promise<number[]> {
  if (read?.of === server.pid && performance.now() - read.at < REREAD_AFTER_MS) return read.pids;
  const all = await listProcesses().catch(() => []);
  const postmaster = all.find(({ pid }) => pid === server.postgresPid);
  const postgres = postmaster ? treeOf(postmaster, all).map(({ pid }) => pid) : [];
  read = { of: server.pid, at: performance.now(), pids: [server.pid, ...postgres] };
  return read.pids;
}

/** The exact run time of all threads of a process in milliseconds; 0 for an ended one. */
function readRan(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => {
      const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(ran) / 1e6;
    }, 0);
  } catch {
    return 0;
  }
}
