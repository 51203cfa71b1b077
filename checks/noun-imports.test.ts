import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCircles } from './house-limits.ts';
import { importsOf, listSources, readSource } from './source-files.ts';

/** The nouns that tell of campaigns. All others are below campaigns, which are made of them. */
const ABOVE_CAMPAIGNS = new Set(['campaigns', 'dashboard', 'people', 'search']);

/** The folders that each folder imports. */
type Imports = Map<string, string[]>;

/** Where one noun ends and the next one begins: a noun's folder, on the web also each folder beside the nouns. */
const SERVER_NOUN = /^server\/src\/features\/([^/]+)\//;
const WEB_FOLDER = /^web\/src\/(features\/[^/]+|[^/]+)/;

test('no noun of the server below campaigns imports them', () => {
  const breaks = [...readImports(SERVER_NOUN)].filter(
    ([noun, used]) => !ABOVE_CAMPAIGNS.has(noun) && used.includes('campaigns'),
  );
  assert.deepEqual(
    breaks.map(([noun]) => noun),
    [],
  );
});

test('no noun of the server imports itself by way of others', () => {
  const imports = readImports(SERVER_NOUN);
  assert.ok(imports.get('campaigns')?.includes('profiles'), 'it finds no import at all');
  assert.deepEqual(findCircles(imports), []);
});

test('no noun of the web, nor a folder beside them, imports itself by way of others', () => {
  const imports = readImports(WEB_FOLDER);
  assert.ok(imports.get('features/campaigns')?.includes('features/profiles'), 'it finds no import at all');
  const circle = findCircles(imports);
  const pairs = circle.flatMap((from) =>
    (imports.get(from) ?? []).filter((to) => circle.includes(to)).map((to) => `${from} → ${to}`),
  );
  assert.deepEqual(pairs, []);
});

test('the check sees a circle of three nouns, and none where two use a third', () => {
  const imports = (...pairs: [string, string[]][]): Imports => new Map(pairs);
  assert.deepEqual(findCircles(imports(['a', ['b']], ['b', ['c']], ['c', ['a']])), ['a', 'b', 'c']);
  assert.deepEqual(findCircles(imports(['a', ['c']], ['b', ['a', 'c']])), []);
});

function readImports(folder: RegExp): Imports {
  const imports: Imports = new Map();
  const folderOf = (path: string) => folder.exec(path)?.[1];
  for (const path of listSources(/^(server|web)\/src\/(?!gallery\/)(?!.*\.test\.).*\.tsx?$/)) {
    const from = folderOf(path);
    if (from === undefined) continue;
    const used = importsOf(path, readSource(path)).flatMap((to) => folderOf(to) ?? []);
    const others = used.filter((other) => other !== from);
    imports.set(from, [...new Set([...(imports.get(from) ?? []), ...others])]);
  }
  return imports;
}
