import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, listSources, readSource } from './source-files.ts';

/** The nouns that tell of campaigns. All others are below campaigns, which are made of them. */
const ABOVE_CAMPAIGNS = new Set(['campaigns', 'dashboard', 'people', 'search']);

/** The nouns that each noun of the server imports. */
type Imports = Map<string, Set<string>>;

test('no noun below campaigns imports them', () => {
  const breaks = [...readImports()].filter(
    ([noun, used]) => !ABOVE_CAMPAIGNS.has(noun) && used.has('campaigns'),
  );
  assert.deepEqual(
    breaks.map(([noun]) => noun),
    [],
  );
});

test('no noun imports itself by way of others', () => {
  const imports = readImports();
  assert.ok(imports.get('campaigns')?.has('profiles'), 'it finds no import at all');
  assert.deepEqual(findCircles(imports), []);
});

test('the check sees a circle of three nouns, and none where two use a third', () => {
  const imports = (...pairs: [string, string[]][]): Imports =>
    new Map(pairs.map(([noun, used]) => [noun, new Set(used)]));
  assert.deepEqual(findCircles(imports(['a', ['b']], ['b', ['c']], ['c', ['a']])), ['a', 'b', 'c']);
  assert.deepEqual(findCircles(imports(['a', ['c']], ['b', ['a', 'c']])), []);
});

function readImports(): Imports {
  const imports: Imports = new Map();
  for (const path of listSources(/^server\/src\/features\/.*(?<!\.test)\.ts$/)) {
    const noun = nounOf(path) ?? '';
    const used = importsOf(path, readSource(path)).flatMap((to) => nounOf(to) ?? []);
    const others = used.filter((other) => other !== noun);
    imports.set(noun, new Set([...(imports.get(noun) ?? []), ...others]));
  }
  return imports;
}

function findCircles(imports: Imports): string[] {
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const noun of imports.get(from) ?? []) {
      if (seen.has(noun)) continue;
      seen.add(noun);
      reachable(noun, seen);
    }
    return seen;
  };
  return [...imports.keys()].filter((noun) => reachable(noun).has(noun));
}

function nounOf(path: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
}
