import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from './run-step.ts';

const WORKSPACES = ['checks', 'contract', 'practice', 'web', 'server', 'agent', 'bench', 'e2e'];

/** What drives a browser gets the machine for itself: two of them on two cores make each other time out. */
const ALONE = ['e2e', join('agent', 'src', 'firefox'), join('agent', 'src', 'drivers')];

/** Every test file, the quick workspaces first; with patterns, those whose path contains one of them. */
export function findTestFiles(root: string, patterns: string[]): string[] {
  return WORKSPACES.flatMap((workspace) =>
    globSync(`${workspace}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
      .sort()
      .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
      .map((file) => join(root, file)),
  );
}

export function runsAlone(file: string): boolean {
  return ALONE.some((folder) => relative(ROOT, file).startsWith(folder + sep));
}
