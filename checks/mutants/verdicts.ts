import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../run-step.ts';
import type { Mutant } from './mutant.ts';
import type { Verdict } from './try-mutant.ts';

const FILE = join(ROOT, 'node_modules/.cache/pigeonpost-mutants.json');

/** What was found out before about this defect in this code with these tests: a run that was cut off goes on there. */
export function rememberedVerdict(mutant: Mutant): Verdict | undefined {
  return readAll()[keyOf(mutant)];
}

export function rememberVerdict(mutant: Mutant, verdict: Verdict): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readAll(), [keyOf(mutant)]: verdict }));
}

function readAll(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

function keyOf({ file, edits, tests }: Mutant): string {
  const texts = [file, ...tests].map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([edits, texts]))
    .digest('base64url');
}
