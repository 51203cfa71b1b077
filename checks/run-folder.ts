import { chmodSync, mkdirSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^pigeonpost-run-(\d+)$/;
/** Several times what a run holds there at once; its programs are to have as much again. */
const SPACE_NEEDED = 4 * 2 ** 30;

interface RunFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * A folder for all temporary files of a run: in memory where there is plenty of it. A run makes and removes very many
 * files, and ext4 without a journal looks at all that were removed lately whenever one is made.
 */
export async function makeRunFolder(): Promise<RunFolder> {
  const path = hasMemoryToSpare() ? await makeInMemory() : await mkdtemp(join(tmpdir(), 'pigeonpost-run-'));
  // As root, PostgreSQL runs as a user that must be able to pass through.
  chmodSync(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

function hasMemoryToSpare(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, where]) => where === MEMORY);
    const [, , kind, options = 'noexec'] = mount ?? [];
    // Tests write programs, too.
    if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= SPACE_NEEDED && freemem() >= 2 * SPACE_NEEDED;
  } catch {
    return false;
  }
}

/** Removes first what runs that were killed have left there, as memory is not given back by itself. */
async function makeInMemory(): Promise<string> {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isThere(Number(pid)))
      await rm(join(MEMORY, name), { recursive: true, force: true });
  }
  const path = join(MEMORY, `pigeonpost-run-${process.pid}`);
  mkdirSync(path);
  return path;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
