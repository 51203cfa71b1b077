import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, listSources, readSource } from './source-files.ts';

/** The nouns that tell of campaigns. All others are below campaigns, which are made of them. */
const ABOVE_CAMPAIGNS = ['campaigns', 'dashboard', 'people', 'search'];

test('no noun below campaigns imports them', () => {
  const sources = listSources(/^server\/src\/features\/.*(?<!\.test)\.ts$/);
  const breaks = sources.flatMap((path) =>
    importsOf(path, readSource(path))
      .filter((to) => isBelow(path) && to.startsWith('server/src/features/campaigns/'))
      .map((to) => `${path} imports ${to}`),
  );
  assert.deepEqual(breaks, []);
});

test('the check tells a noun below campaigns from one above', () => {
  assert.ok(isBelow('server/src/features/lists/routes.ts'));
  assert.ok(!isBelow('server/src/features/dashboard/standing.ts'));
});

function isBelow(path: string): boolean {
  return !ABOVE_CAMPAIGNS.includes(/^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? '');
}
