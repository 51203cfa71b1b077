import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../run-step.ts';
import { readSource } from '../source-files.ts';
import { applyEdits } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { readHints } from './noticed-by.ts';

test('every defect can be applied to the present code', () => {
  const files = new Map<string, string>();
  const read = (file: string) => {
    const text = files.get(file) ?? (existsSync(join(ROOT, file)) ? readSource(file) : '');
    files.set(file, text);
    return text;
  };
  const strange = MUTANTS.filter(({ file, edits }) => applyEdits(read(file), edits) === undefined);
  assert.deepEqual(
    strange.map(({ name, file }) => `${file}: ${name}`),
    [],
  );
  assert.equal(applyEdits('a = 1; a = 1;', [['a = 1', 'a = 2']]), undefined);
  assert.equal(applyEdits('a = 1;', [['a = 2', 'a = 1']]), undefined);
  assert.equal(applyEdits('a = 1;', [['a = 1', 'a = 2']]), 'a = 2;');
});

test('every defect has its own name, and existing tests', () => {
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
  const tests = new Set(MUTANTS.flatMap((mutant) => mutant.tests));
  assert.deepEqual(
    [...tests].filter((path) => !existsSync(join(ROOT, path))),
    [],
  );
  assert.deepEqual(
    MUTANTS.filter(({ tests }) => tests.length === 0),
    [],
  );
});

test('hints are kept only for listed defects', () => {
  const names = new Set(MUTANTS.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(readHints()).filter((name) => !names.has(name)),
    [],
  );
});
