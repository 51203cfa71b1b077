import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

/** What a rule must not ask, because it decides by its arguments alone (ARCHITECTURE.md). */
const IMPURE =
  /\bDate\.now\b|new Date\(\)|Math\.random|\bperformance\b|\bprocess\b|\bcrypto\b|\bfetch\(|from 'node:/g;
const RULES = /^contract\/src\/rules\/(?!.*\.test\.ts$).*\.ts$/;

const findImpure = (text: string): string[] => text.match(IMPURE) ?? [];

test('the rules of the engine know neither time nor chance, and nothing outside', () => {
  const rules = listSources(RULES);
  assert.ok(rules.length > 0, 'it finds no rule');
  assert.deepEqual(
    rules.flatMap((path) => findImpure(readSource(path)).map((found) => `${path}: ${found}`)),
    [],
  );
});

test('the check finds what is not pure', () => {
  for (const text of [
    'Date.now()',
    'new Date()',
    'Math.random()',
    "import { x } from 'node:fs'",
    'process.env',
  ])
    assert.equal(findImpure(text).length, 1, text);
  assert.deepEqual(findImpure('new Date(now).toISOString()'), []);
});
