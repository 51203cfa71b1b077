import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './run-step.ts';
import { readSource } from './source-files.ts';

const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };

for (const document of ['README.md', 'docs/operating.md'])
  test(`every script that ${document} names exists, down to the file it starts`, () => {
    const named = namedScripts(readSource(document));
    assert.ok(named.length > 0, 'it names no script at all');
    assert.deepEqual(
      named.filter((name) => !leadsToFiles(name)),
      [],
    );
  });

test('every program in docs/operating.md exists', () => {
  const named = [...readSource('docs/operating.md').matchAll(/\b(?:run|node) ([\w./-]+\.ts)\b/g)];
  assert.ok(named.length > 0, 'it names no program at all');
  assert.deepEqual(
    named.flatMap(([, file]) => file ?? '').filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});

test('the check finds both ways of naming a script, and a script that leads nowhere', () => {
  assert.deepEqual(namedScripts('`npm run demo`, `npm test`, `npm start` and `npm run -s sbom`'), [
    'demo',
    'test',
    'start',
    'sbom',
  ]);
  assert.ok(!leadsToFiles('nowhere'));
});

test('README.md names the port at which `npm run dev` opens the pages', () => {
  const [, port = ''] = /\bport: (\d+)/.exec(readSource('web/vite.config.ts')) ?? [];
  const about = readSource('README.md')
    .split('\n')
    .find((line) => line.startsWith('- `npm run dev`'));
  assert.match(about ?? '', new RegExp(`:${port}\\b`));
});

test('.ci/run does what README.md says: npm test', () => {
  assert.match(readSource('.ci/run'), /^exec npm test$/m);
});

function namedScripts(text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(test|start)\b)/g)].map(
    ([, run, short]) => run ?? short ?? '',
  );
}

/** A script may call others (`npm run x`) and files (`node x`): all of them must exist. */
function leadsToFiles(name: string): boolean {
  const command = scripts[name];
  if (command === undefined) return false;
  const files = [...command.matchAll(/\bnode ([\w./-]+)/g)].map(([, file]) => file ?? '');
  const others = command.includes('--workspace') ? [] : namedScripts(command);
  return files.every((file) => existsSync(join(ROOT, file))) && others.every(leadsToFiles);
}
