import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { importsOf, listSources, readSource } from './source-files.ts';

/** The folders of what many nouns show or ask for. */
const BELOW = /^web\/src\/(account|api|campaign-state|format|limits|names|theme|ui)\//;

test('a noun uses another one only through its api.ts and its parts, shared folders use no noun, and ui/ no session', () => {
  const sources = listSources(/^web\/src\/.*\.tsx?$/);
  const breaks = sources.flatMap((path) =>
    importsOf(path, readSource(path)).filter((to) => !isAllowed(path, to)),
  );
  assert.deepEqual(breaks, []);
});

test('the check distinguishes a noun’s own files from another noun’s', () => {
  const page = 'web/src/features/lists/list-page.tsx';
  assert.deepEqual(importsOf(page, `import { a } from '../campaigns/row.tsx';`), [
    'web/src/features/campaigns/row.tsx',
  ]);
  assert.ok(!isAllowed(page, 'web/src/features/campaigns/row.tsx'));
  assert.ok(isAllowed(page, 'web/src/features/campaigns/api.ts'));
  assert.ok(isAllowed(page, 'web/src/campaign-state/status-badge.tsx'));
  assert.ok(!isAllowed(page, 'web/src/features/campaigns/table/parts/row.tsx'));
  assert.ok(isAllowed(page, 'web/src/features/lists/rows/row.tsx'));
  assert.ok(!isAllowed('web/src/ui/layout/time.tsx', 'web/src/features/lists/api.ts'));
  assert.ok(!isAllowed('web/src/ui/layout/time.tsx', 'web/src/api/session.ts'));
});

test('no two stylesheets have the same name, which is part of their class names', () => {
  const names = listSources(/^web\/src\/.*\.module\.css$/).map((path) => posix.basename(path));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  assert.deepEqual(twice, []);
  assert.ok(names.length > 0);
});

function isAllowed(from: string, to: string): boolean {
  if (from.startsWith('web/src/ui/') && to === 'web/src/api/session.ts') return false;
  const target = featureOf(to);
  if (target === undefined) return true;
  if (BELOW.test(from)) return false;
  const own = featureOf(from);
  return own === undefined || own === target || /^web\/src\/features\/[^/]+\/(api\.ts$|parts\/)/.test(to);
}

function featureOf(path: string): string | undefined {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}
