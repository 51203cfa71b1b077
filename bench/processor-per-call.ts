import { readdirSync, readFileSync } from 'node:fs';
import { time } from './figures.ts';
import { listProcesses, treeOf } from './memory/processes.ts';
import type { BenchServer } from './server.ts';

export interface Taken {
  ms: number;
  /** Processor time of the server and of PostgreSQL, with whatever else they did meanwhile (Linux; 0 elsewhere). */
  processorMs: number;
}

type Server = Pick<BenchServer, 'pid' | 'postgresPid'>;

const REREAD_AFTER_MS = 1000;
let read: { of: number; at: number; pids: number[] } | undefined;

/**
 * How long a call takes, and how much of the processors. The second says what the first would be at the least if nobody
 * else were at work, and hardly depends on who is.
 */
export async function timeCall(server: Server, call: () => Promise<unknown>): Promise<Taken> {
  const before = (await pidsOf(server)).map((pid) => ({ pid, ran: readRan(pid) }));
  const ms = await time(call);
  const processorMs = before.reduce((sum, { pid, ran }) => sum + Math.max(0, readRan(pid) - ran), 0);
  return { ms, processorMs };
}

/** Of the server and of PostgreSQL. Not read anew for each call: what that leaves to clean up delays the next one. */
async function pidsOf(server: Server): Promise<number[]> {
  if (read?.of === server.pid && performance.now() - read.at < REREAD_AFTER_MS) return read.pids;
  const all = await listProcesses().catch(() => []);
  const postmaster = all.find(({ pid }) => pid === server.postgresPid);
  const postgres = postmaster ? treeOf(postmaster, all).map(({ pid }) => pid) : [];
  read = { of: server.pid, at: performance.now(), pids: [server.pid, ...postgres] };
  return read.pids;
}

/** Milliseconds that all threads of a process have run, exactly; those of one that has ended are 0. */
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
