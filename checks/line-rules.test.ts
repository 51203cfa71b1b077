import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBreaks, LINE_RULES } from './line-rules.ts';
import { listSources, readSource } from './source-files.ts';

const sources = listSources(/\.(tsx?|mjs|sql|css|json|md|html|sh|npmrc)$|^\.npmrc$|^\.ci\//).map((path) => ({
  path,
  text: readSource(path),
}));

for (const rule of LINE_RULES) {
  test(rule.name, () => {
    assert.deepEqual(
      sources.flatMap(({ path, text }) => findBreaks(rule, path, text)),
      [],
    );
  });

  test(`${rule.name}: the check notices when not`, () => {
    for (const line of rule.bad) assert.match(line, rule.breaks);
    for (const line of rule.good) assert.doesNotMatch(line, rule.breaks);
    assert.ok(
      sources.some(({ path }) => rule.files.test(path) && !rule.except?.test(path)),
      'it looks at no file at all',
    );
  });
}
