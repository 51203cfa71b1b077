import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface TestRun {
  /** The root of the sources to test. */
  folder: string;
  /** A test file, and one of its tests if not all are wanted. */
  file: string;
  name?: string | undefined;
  databaseUrl: string;
  signal: AbortSignal;
}

interface TestEnd {
  /** The number of the file's tests that ran. */
  count: number;
  /** The first failed test. */
  failed?: string;
}

const SILENCE_LIMIT_MS = 120_000;
const BEGINS = /^# Subtest: (.+)$/;
const PASSED = /^ok \d+ /;
const FAILED = /^\s*not ok \d+ /;

/** Runs a test file until its first test fails. */
export async function runTest({ folder, file, name, databaseUrl, signal }: TestRun): Promise<TestEnd> {
  signal.throwIfAborted();
  // Tests that are ended early leave files here.
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const pattern = name === undefined ? [] : [`--test-name-pattern=^${escapePattern(name)}$`];
  // A group of its own, so that it ends with all its children.
  const child = spawn(process.execPath, ['--test-reporter=tap', '--test-force-exit', ...pattern, file], {
    cwd: folder,
    env: {
      ...process.env,
      TEST_DATABASE_URL: databaseUrl,
      TEST_TURN: 'whole',
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const end = () => void (child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL'));
  const ended = once(child, 'exit');
  signal.addEventListener('abort', end);
  let silence = setTimeout(end, SILENCE_LIMIT_MS);
  let running = 'what stands outside of its tests';
  let count = 0;
  let failed: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_LIMIT_MS);
    running = BEGINS.exec(line)?.[1] ?? running;
    if (PASSED.test(line)) count += 1;
    if (!FAILED.test(line)) continue;
    failed = running;
    end();
    break;
  }
  const [code] = await ended;
  clearTimeout(silence);
  signal.removeEventListener('abort', end);
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  signal.throwIfAborted();
  if (failed === undefined && code !== 0) failed = running;
  return failed === undefined ? { count } : { count: count + 1, failed };
}

function escapePattern(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
