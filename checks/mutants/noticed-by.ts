import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'noticed-by.json');

/** The test that last noticed each defect, by the defect's name: only a hint where to look first. */
export function readHints(): Record<string, string> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Undefined for a defect that no run has tried yet. */
export function readHint(mutant: string): string | undefined {
  return readHints()[mutant];
}

/** Writes the file only if the test has changed. */
export function rememberHint(mutant: string, test: string): void {
  const hints = readHints();
  if (hints[mutant] === test) return;
  const sorted = Object.entries({ ...hints, [mutant]: test }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
