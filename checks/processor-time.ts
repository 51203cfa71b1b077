import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 1_000;
/** Linux counts processor time in hundredths of a second, whatever the machine. */
const MS_PER_TICK = 10;

type Process = { pid: number; parent: number; startedAt: number; milliseconds: number };
type Tree = { isRoot: IsRoot; members: Map<number, number>; last: number; sum: number };

type IsRoot = (process: { pid: number; parent: number }) => boolean;

interface ProcessorMeter {
  /** Milliseconds of processor time until now; undefined on systems without /proc. */
  read(): number | undefined;
  stop(): void;
}

const trees = new Set<Tree>();
let timer: NodeJS.Timeout | undefined;

/**
 * Measures the tree of processes under the roots, also those whose parent has ended since. /proc is read once a second
 * and at each reading; the rest of a process's time is counted once another process of the tree has waited for its end.
 */
export function meterProcessorTime(isRoot: IsRoot): ProcessorMeter {
  const tree: Tree = { isRoot, members: new Map(), last: 0, sum: 0 };
  trees.add(tree);
  timer ??= setInterval(sampleAll, SAMPLE_EVERY_MS).unref();
  return {
    read() {
      sampleAll();
      return tree.sum || undefined;
    },
    stop() {
      trees.delete(tree);
      if (trees.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function sampleAll(): void {
  const processes = listProcesses();
  for (const tree of trees) sample(tree, processes);
}

function sample(tree: Tree, processes: Process[]): void {
  const members = new Map<number, number>();
  let now = 0;
  // A parent is older than its children.
  for (const process of processes) {
    const { pid, parent, startedAt, milliseconds } = process;
    const isKnown = tree.members.get(pid) === startedAt;
    if (!isKnown && !members.has(parent) && !tree.isRoot(process)) continue;
    members.set(pid, startedAt);
    now += milliseconds;
  }
  tree.members = members;
  // A lower sum means that a process has ended for which no other of the tree has waited: its time stays.
  tree.sum += Math.max(0, now - tree.last);
  tree.last = now;
}

/** Every process with its time and that of its ended, waited-for children, the oldest first. */
function listProcesses(): Process[] {
  return readEntries('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readText(`/proc/${name}/stat`);
      if (stat === undefined) return [];
      // The name of the program is in brackets and may contain any characters.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
      const startedAt = fields[19] ?? 0;
      return [{ pid: Number(name), parent, startedAt, milliseconds: ticks * MS_PER_TICK }];
    })
    .sort((a, b) => a.startedAt - b.startedAt || a.pid - b.pid);
}

function readEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined for a process that has ended meanwhile. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
