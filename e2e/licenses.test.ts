import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from './testing/site.ts';

test('the licences of the pages’ packages, of the import’s worker and of the fonts are served beside the pages', async (t) => {
  const site = await startSite(t);
  const answer = await fetch(`${site.url}/third-party-licenses.txt`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const text = await answer.text();
  for (const name of ['react', 'hucre', '@fontsource-variable/geist'])
    assert.match(text, new RegExp(`^${name} [\\d.]+ \\(.+\\)\\n\\n[^]{0,99}Copyright`, 'm'));
});
