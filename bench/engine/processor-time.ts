import { readdirSync, readFileSync } from 'node:fs';
import type { Side } from './databases.ts';

// The value of `getconf CLK_TCK` on every Linux.
const TICKS_A_SECOND = 100;

/**
 * Milliseconds of processor time since the start, of this process and of PostgreSQL. Other programs affect them little.
 */
interface ProcessorTime {
  node: number;
  postgres: number;
}

/** The processor time of these processes in milliseconds (Linux). */
export function readProcesses(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + ((readStat(pid)?.own ?? 0) * 1000) / TICKS_A_SECOND, 0);
}

/** Reads the processor time (Linux only; elsewhere that of PostgreSQL is NaN). */
async function readProcessorTime({ pool }: Side): Promise<ProcessorTime> {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1000, postgres: await readPostgres(pool) };
}

/** The processor time of running the work. */
export async function timeProcessors(side: Side, work: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = await readProcessorTime(side);
  await work();
  const after = await readProcessorTime(side);
  return { node: after.node - before.node, postgres: after.postgres - before.postgres };
}

async function readPostgres(pool: Side['pool']): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(rows[0]?.pid)?.parent;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat !== undefined);
  // The postmaster's own time includes that of its ended processes.
  const ticks = processes.reduce((sum, { pid, parent, own, ofEnded }) => {
    if (pid === postmaster) return sum + own + ofEnded;
    return parent === postmaster ? sum + own : sum;
  }, 0);
  return (ticks * 1000) / TICKS_A_SECOND;
}

function readStat(pid: number | undefined) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { pid, parent, own: user + system, ofEnded: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
