import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../figures.ts';
import { listProcesses } from '../memory/processes.ts';
import type { Measure } from './measures.ts';

const ENDS_WITHIN_MS = 20_000;

/** The output of a measure, or why it failed. */
export interface Outcome {
  report: Report | undefined;
  text: string;
  error: string | undefined;
  seconds: number;
}

/**
 * Runs one measure in its own process with its own temporary folder. Remaining files and processes are removed, however
 * it ended.
 */
export async function runMeasure({ name, args, limitMinutes }: Measure): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-measure-'));
  // As root, PostgreSQL runs as another user, which needs access to this folder.
  await chmod(folder, 0o711);
  const start = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', `${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  const passOn = () => child.kill('SIGTERM');
  process.once('SIGINT', passOn).once('SIGTERM', passOn);
  let report: Report | undefined;
  let text = '';
  child.on('message', (message) => {
    report = message as Report;
  });
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    process.stdout.write(part);
  });
  try {
    const error = await endOf(child, limitMinutes);
    return { report, text, error, seconds: Math.round((performance.now() - start) / 1000) };
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn);
    await clear(folder);
  }
}

/** The reason of a failure; undefined if there was none. */
async function endOf(child: ChildProcess, limitMinutes: number): Promise<string | undefined> {
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS).unref();
  }, limitMinutes * 60_000);
  const [code, signal] = await once(child, 'close');
  clearTimeout(limit);
  if (isLate) return `It was ended after ${limitMinutes} minutes.`;
  return code === 0 ? undefined : `It ended with ${signal ?? code}.`;
}

/** A PostgreSQL outlives the program that started it; its data folder identifies it. */
async function clear(folder: string): Promise<void> {
  const left = (await listProcesses().catch(() => [])).filter(({ command }) => command.includes(folder));
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
  if (left.length > 0) await pause(2_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 1_000 });
}
