import assert from 'node:assert/strict';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

// A rule for a file that was moved would silently apply to nothing.
test("every path in the linter's rules exists", () => {
  const { overrides } = JSON.parse(readSource('biome.json')) as { overrides: { includes: string[] }[] };
  assert.deepEqual(findPathsOfNothing(overrides.flatMap(({ includes }) => includes)), []);
});

test('the check finds a path that does not exist, also one of several in braces', () => {
  const paths = ['checks/**', '!checks/*.test.ts', 'checks/{links,gone}.ts', 'nowhere/**/*.ts', '**/main.ts'];
  assert.deepEqual(findPathsOfNothing(paths), ['checks/gone.ts', 'nowhere/**/*.ts']);
});

function findPathsOfNothing(paths: string[]): string[] {
  const files = listSources();
  return paths
    .flatMap((path) => expandBraces(path.replace(/^!/, '')))
    .filter((path) => !files.some((file) => matchesGlob(file, path)));
}

/** 'a/{b,c}.ts' as 'a/b.ts' and 'a/c.ts'. */
function expandBraces(path: string): string[] {
  const [, before, names, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (names === undefined) return [path];
  return names.split(',').flatMap((name) => expandBraces(`${before}${name}${after}`));
}
