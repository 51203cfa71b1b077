import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run-step.ts';

/** A defect put into the code on purpose, which a test must notice. */
export interface Mutant {
  /** What the code does wrong with it. */
  name: string;
  file: string;
  /** What stands in the file, once each, and what is put there instead. */
  edits: readonly (readonly [from: string, to: string])[];
  /** The test files of which at least one must fail. */
  tests: readonly string[];
}

export type Verdict = 'noticed' | 'NOT NOTICED' | 'DOES NOT APPLY';

const TEST_LIMIT_MS = 60_000;

/** What the files were before a defect was put into them. */
const originals = new Map<string, string>();

/** Puts the defect into the code, runs its tests, and takes it out again. */
export async function tryMutant({ file, edits, tests }: Mutant, databaseUrl: string): Promise<Verdict> {
  const path = join(ROOT, file);
  const before = readFileSync(path, 'utf8');
  const after = applyEdits(before, edits);
  if (after === undefined) return 'DOES NOT APPLY';
  originals.set(path, before);
  writeFileSync(path, after);
  try {
    return (await passes(tests, databaseUrl)) ? 'NOT NOTICED' : 'noticed';
  } finally {
    putBack();
  }
}

/** Takes out what a run that was cut off has left in the code. */
export function putBack(): void {
  for (const [path, text] of originals) writeFileSync(path, text);
  originals.clear();
}

export async function passes(tests: readonly string[], databaseUrl: string): Promise<boolean> {
  const files = tests.map((path) => join(ROOT, path));
  const limits = ['--test-force-exit', `--test-timeout=${TEST_LIMIT_MS}`];
  const child = spawn(process.execPath, ['--test', ...limits, ...files], {
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

function applyEdits(text: string, edits: Mutant['edits']): string | undefined {
  let edited = text;
  for (const [from, to] of edits) {
    const parts = edited.split(from);
    if (parts.length !== 2) return undefined;
    edited = parts.join(to);
  }
  return edited;
}
