import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'noticed-by.json');

/** The test that noticed each defect the last time, by the defect's name: where to look first, and nothing more. */
export function readHints(): Record<string, string> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Undefined for a defect that no run has been about yet. */
export function readHint(mutant: string): string | undefined {
  return readHints()[mutant];
}

/** Writes the file anew only where the test is another one than the last time. */
export function rememberHint(mutant: string, test: string): void {
  const hints = readHints();
  if (hints[mutant] === test) return;
  const sorted = Object.entries({ ...hints, [mutant]: test }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
