import assert from 'node:assert/strict';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

// A rule for a file that was moved would hold for nothing, and nobody would see it.
test('every path that the linter has rules for is there', () => {
  const { overrides } = JSON.parse(readSource('biome.json')) as { overrides: { includes: string[] }[] };
  assert.deepEqual(findPathsOfNothing(overrides.flatMap(({ includes }) => includes)), []);
});

test('the check sees a path of nothing, also as one of several in braces', () => {
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
