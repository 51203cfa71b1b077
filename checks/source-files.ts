import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './run-step.ts';

/** Paths from the root of every tracked or new file; ignored ones are left out. */
export function listSources(pattern: RegExp = /./): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = new Set(listing.split('\0').filter(Boolean));
  return [...paths].filter((path) => pattern.test(path) && existsSync(join(ROOT, path))).sort();
}

/** The text of a file by its path from the root. */
export function readSource(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Where a file's relative imports lead, as paths from the root. */
export function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)].map(([, to]) =>
    posix.join(posix.dirname(path), to ?? ''),
  );
}
