import { readdir, readFile } from 'node:fs/promises';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes of this machine (Linux). */
export async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => readProcess(pid).catch(() => undefined)));
  return found.filter((process) => process !== undefined);
}

async function readProcess(pid: number): Promise<Process> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name is in brackets and may have spaces in it.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  return { pid, parent: Number(parent), command };
}

/** A process and all its descendants. */
export function treeOf(root: Process, all: Process[]): Process[] {
  const children = all.filter(({ parent }) => parent === root.pid);
  return [root, ...children.flatMap((child) => treeOf(child, all))];
}

/** The processor time of these processes in milliseconds, with their ended children. */
export async function processorTimeOf(processes: Process[]): Promise<number> {
  const times = await Promise.all(processes.map(({ pid }) => readTicks(pid).catch(() => 0)));
  // A hundred ticks are a second on every Linux.
  return times.reduce((sum, ticks) => sum + ticks * 10, 0);
}

async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system, userOfEnded, systemOfEnded] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11);
  return Number(user) + Number(system) + Number(userOfEnded) + Number(systemOfEnded);
}

/** Watches a process until `stop`, which returns the peak of its additional memory in MB. */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<number> }> {
  const read = async () => (await readPss(pid)) / 1_000_000;
  const before = await read();
  let most = before;
  const watch = setInterval(async () => {
    most = Math.max(most, await read().catch(() => 0));
  }, 100);
  return {
    async stop() {
      clearInterval(watch);
      return Math.max(most, await read()) - before;
    },
  };
}

/** PSS of these processes in MB (1,000,000 bytes); an ended one counts 0. */
export async function memoryOf(processes: Process[]): Promise<number> {
  const sizes = await Promise.all(processes.map(({ pid }) => readPss(pid).catch(() => 0)));
  return Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000_000);
}

async function readPss(pid: number): Promise<number> {
  const [, kilobytes = '0'] =
    /^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
