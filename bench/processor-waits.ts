import { readFileSync } from 'node:fs';

/**
 * How many milliseconds these processes were ready to run from now on and had no processor (Linux; 0 elsewhere). It is
 * the part of every wait that says how busy the machine was. Only their main threads are looked at, for what runs
 * beside those is not waited for.
 */
export function watchProcessorWaits(pids: number[]): () => number {
  const before = pids.map((pid) => ({ pid, waited: readWaited(pid) }));
  return () =>
    before.reduce((sum, { pid, waited = 0 }) => sum + Math.max(0, (readWaited(pid) ?? waited) - waited), 0);
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
