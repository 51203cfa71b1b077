import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../run-step.ts';
import { applyEdits, type Mutant } from './mutant.ts';

export interface Verdict {
  /** False where the code has changed since. */
  applies: boolean;
  /** The first test that failed with it. */
  noticedBy?: string;
}

const TEST_LIMIT_MS = 60_000;
const FAILED = /^\s*not ok \d+ - (.+)$/;

/** What the files were before a defect was put into them. */
const originals = new Map<string, string>();

/** Puts the defect into the code, runs its tests, and takes it out again. */
export async function tryMutant({ file, edits, tests }: Mutant, databaseUrl: string): Promise<Verdict> {
  const path = join(ROOT, file);
  const before = readFileSync(path, 'utf8');
  const after = applyEdits(before, edits);
  if (after === undefined) return { applies: false };
  originals.set(path, before);
  writeFileSync(path, after);
  try {
    const noticedBy = await runTests(tests, databaseUrl);
    return { applies: true, ...(noticedBy !== undefined && { noticedBy }) };
  } finally {
    putBack();
  }
}

/** Takes out what a run that was cut off has left in the code. */
export function putBack(): void {
  for (const [path, text] of originals) writeFileSync(path, text);
  originals.clear();
}

/** Gives the name of the first test that fails, and runs no other after it. */
async function runTests(tests: readonly string[], databaseUrl: string): Promise<string | undefined> {
  const files = tests.map((path) => join(ROOT, path));
  const options = ['--test-reporter=tap', '--test-force-exit', `--test-timeout=${TEST_LIMIT_MS}`];
  // Tests that are ended early leave what they put here.
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-mutants-'));
  // A group of its own, so that it ends with all that it started.
  const child = spawn(process.execPath, ['--test', ...options, ...files], {
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const end = () => child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL');
  const endAll = () => {
    end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', endAll);
  const ended = once(child, 'exit');
  let failed: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    failed = FAILED.exec(line)?.[1];
    if (failed === undefined) continue;
    end();
    break;
  }
  const [code] = await ended;
  process.removeListener('exit', endAll);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return failed ?? (code === 0 ? undefined : 'a file of tests that does not end well');
}
