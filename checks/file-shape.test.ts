import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

const CODE = /\.(tsx?|mjs|css|sql)$/;
const MODULES = /\.(tsx?|mjs)$/;
const LINE_LIMIT = 300;
const DRAWERS = new Set(
  'utils util helpers helper common misc lib libs base types interfaces manager service services shared stuff'.split(
    ' ',
  ),
);

test('a file over 300 lines says on its first line why', () => {
  const silent = listSources(CODE).filter((path) => isTooLong(path, readSource(path)));
  assert.deepEqual(silent, []);
  assert.ok(isTooLong('a.ts', 'const a = 1;\n'.repeat(301)));
  assert.ok(
    !isTooLong('a.ts', `// One statement, which cannot be read in halves.\n${'const a = 1;\n'.repeat(301)}`),
  );
});

test('no file or folder has a name without meaning, such as utils', () => {
  assert.deepEqual(listSources(MODULES).filter(isDrawer), []);
  assert.ok(isDrawer('server/src/utils/dates.ts'));
  assert.ok(isDrawer('web/src/types.ts'));
  assert.ok(!isDrawer('web/src/ui/time.tsx'));
});

test('an exported function has a comment that says more than its name', () => {
  const silent = listSources(MODULES)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => undocumented(readSource(path)).map((name) => `${path}: ${name}`));
  assert.deepEqual(silent, []);
  assert.deepEqual(undocumented('const a = 1;\nexport async function find(tx: Tx) {'), ['find']);
  assert.deepEqual(undocumented('\nexport const right = (about: string) => ({ about });'), ['right']);
  assert.deepEqual(undocumented('/** Undefined where there is none. */\nexport function find() {'), []);
  assert.deepEqual(undocumented('export const LIMIT = 10;'), []);
});

test('an exported type is used by another file', () => {
  const texts = new Map(listSources(MODULES).map((path) => [path, readSource(path)]));
  assert.deepEqual(unusedTypes(texts), []);
  const pair = { 'a.ts': 'export interface Row {}\nexport type Cell = Row;', 'b.ts': 'let row: Row;' };
  assert.deepEqual(unusedTypes(new Map(Object.entries(pair))), ['a.ts: Cell']);
});

function isTooLong(path: string, text: string): boolean {
  if (path.endsWith('schema.sql')) return false;
  const lines = text.trimEnd().split('\n');
  return lines.length > LINE_LIMIT && !/^(\/\/|--|\/\*)\s*\S.{19,}/.test(lines[0] ?? '');
}

function isDrawer(path: string): boolean {
  return path.split('/').some((part) => DRAWERS.has(part.replace(/\.(test\.)?\w+$/, '')));
}

function undocumented(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, name] =
      /^export (?:async )?function\*? (\w+)/.exec(line) ??
      /^export const (\w+) = (?:async )?(?:<.*>)?\(/.exec(line) ??
      [];
    return name && !/\*\/$|^\/\//.test(lines[index - 1] ?? '') ? [name] : [];
  });
}

function unusedTypes(texts: ReadonlyMap<string, string>): string[] {
  const usedIn = new Map<string, number>();
  for (const text of texts.values())
    for (const name of new Set(text.match(/\b[A-Z]\w*/g))) usedIn.set(name, (usedIn.get(name) ?? 0) + 1);
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:type|interface) (\w+)/gm)]
      .filter(([, name = '']) => usedIn.get(name) === 1)
      .map(([, name]) => `${path}: ${name}`),
  );
}
