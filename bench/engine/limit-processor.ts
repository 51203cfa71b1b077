import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The files of versions 1 and 2 of Linux' control groups.
const PLACES = [
  {
    folder: '/sys/fs/cgroup/cpu',
    limit: (group: string, period: number, quota: number) => {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(period));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    },
  },
  {
    folder: '/sys/fs/cgroup',
    limit: (group: string, period: number, quota: number) =>
      writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`),
  },
];
// Short, so that a process is paused only briefly.
const PERIOD_US = 20_000;

/**
 * Limits a process to a share of one processor, like a slower machine of its own (Linux, as root). Returns a function
 * that removes its group once it has ended; undefined if processes cannot be limited.
 */
export function limitProcessor(pid: number, share: number): (() => void) | undefined {
  for (const { folder, limit } of PLACES) {
    if (!existsSync(join(folder, 'cgroup.procs'))) continue;
    const group = join(folder, `pigeonpost-bench-${pid}`);
    try {
      mkdirSync(group);
      limit(group, PERIOD_US, Math.round(PERIOD_US * share));
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
      return () => rmdirSync(group);
    } catch {
      // Not root, or the machine does not allow limits.
    }
  }
  return undefined;
}
