import { chmodSync, mkdirSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^pigeonpost-run-(\d+)$/;
/** Several times the files of a run; its programs need as much again. */
const SPACE_NEEDED = 4 * 2 ** 30;

interface RunFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * A folder for all temporary files of a run: in memory if there is enough. A run makes and removes very many files, and
 * ext4 without a journal checks all recently removed ones whenever it makes one.
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
    // Tests write programs too.
    if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= SPACE_NEEDED && freemem() >= 2 * SPACE_NEEDED;
  } catch {
    return false;
  }
}

/** First removes the folders of killed runs, because that memory is not freed by itself. */
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
