import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findDeadLinks, findForeignPages, headingsOf, type Repository } from './links.ts';
import { ROOT } from './run-step.ts';
import { listSources, readSource } from './source-files.ts';

const HERE: Repository = { exists: (path) => existsSync(join(ROOT, path)), read: readSource };
const SAMPLES: Repository = {
  exists: (path) => ['docs/engine.md', 'docs/decisions/0001-node.md', 'server/'].includes(path),
  read: () => '# The engine\n\n## Never twice\n\n```sh\n# no heading\n```\n',
};

const sources = listSources(/\.(tsx?|mjs|sql|css|md|html|sh)$/)
  .filter((path) => !/^checks\/links\./.test(path))
  .map((path) => ({ path, text: readSource(path) }));

test('every link to a page or a heading of the repository leads there', () => {
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findDeadLinks(path, text, HERE)),
    [],
  );
});

test('nothing cites a page that the repository does not have', () => {
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findForeignPages(path, text, HERE)),
    [],
  );
});

test('the check finds pages from elsewhere, in every form of citation', () => {
  const foreign = (text: string) => findForeignPages('server/a.ts', text, SAMPLES).length > 0;
  for (const text of [
    '/** One lock per user (engine.md, idea 3). */',
    '// See the notes in design/colours.md',
    '/** The sort keys (spec 1, section 9). */',
    ' * (2-choices, Colours) never red',
    '-- (as the 7-robot-protocol) says',
    ' * Opens the journal (engine, Journal).',
  ])
    assert.ok(foreign(text), text);
  for (const text of ['// docs/engine.md#never-twice', "files: ['notes.md']", '// a 3-way merge, 2 by 2'])
    assert.ok(!foreign(text), text);
  assert.deepEqual(findForeignPages('docs/glossary.md', 'See [engine.md](engine.md).', SAMPLES), []);
});

test('the check finds dead links to pages, headings and files', () => {
  const dead = (path: string, text: string) => findDeadLinks(path, text, SAMPLES);
  assert.deepEqual(dead('server/a.ts', '\n// See docs/motor.md.'), ['server/a.ts:2: docs/motor.md']);
  assert.deepEqual(dead('server/a.ts', '// docs/engine.md#always-twice'), [
    'server/a.ts:1: docs/engine.md#always-twice',
  ]);
  assert.deepEqual(dead('docs/engine.md', '[a](#no-heading)'), [
    'docs/engine.md:1: docs/engine.md#no-heading',
  ]);
  assert.deepEqual(dead('README.md', 'Read `server/src/motor.ts`.'), ['README.md:1: server/src/motor.ts']);
  assert.deepEqual(dead('docs/decisions/0001-node.md', '[a](../motor.md)'), [
    'docs/decisions/0001-node.md:1: docs/motor.md',
  ]);
});

test('the check accepts links that lead somewhere', () => {
  const good: [path: string, text: string][] = [
    ['server/a.ts', '// One row per recipient (docs/engine.md#never-twice), see `docs/engine.md`.'],
    ['docs/engine.md', '[a](#never-twice) [b](decisions/0001-node.md) [c](https://example.test/x.md)'],
    ['docs/decisions/0001-node.md', '[a](../engine.md#the-engine) [b](../../server/)'],
    ['README.md', '`server/`, `server/src/features/<noun>/`, `web/dist`, `npm run agent`'],
  ];
  for (const [path, text] of good) assert.deepEqual(findDeadLinks(path, text, SAMPLES), []);
});

test('headings get the anchors that GitHub gives them', () => {
  const page =
    "# What's *held*, now?\n\n## A `b` – c\n\n## Twice\n\n## Twice\n\n## [Linked](x.md) title ##\n";
  assert.deepEqual([...headingsOf(page)], ['whats-held-now', 'a-b--c', 'twice', 'twice-1', 'linked-title']);
});
