import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './run-step.ts';

const WORKSPACES = ['checks', 'contract', 'practice', 'web', 'server', 'agent', 'bench', 'e2e'];

/** What starts Firefox: two of them on two cores make each other time out. */
const WITH_FIREFOX = [join('agent', 'src'), join('e2e', 'demo.test.ts'), join('e2e', 'kills.test.ts')];

/** Every test file, the quick workspaces first; with patterns, those whose path contains one of them. */
export function findTestFiles(root: string, patterns: string[]): string[] {
  return WORKSPACES.flatMap((workspace) =>
    globSync(`${workspace}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
      .sort()
      .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
      .map((file) => join(root, file)),
  );
}

/** Whether a test file starts Firefox, so that no other such file may run beside it. */
export function startsFirefox(file: string): boolean {
  return WITH_FIREFOX.some((place) => relative(ROOT, file).startsWith(place));
}
