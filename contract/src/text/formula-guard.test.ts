import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell, guardFormula, unguardFormula } from './formula-guard.ts';

const FORMULAS = [
  '=1+1',
  '+47 900',
  '-anna',
  '@anna',
  ' =1+1',
  '\u00a0@x',
  '\u200b=x',
  '\ufeff-x',
  '\t',
  '\rx',
  '\n=x',
  '＝1',
  '＠x',
];

test('what a spreadsheet would run as a formula gets an apostrophe, whatever stands before it', () => {
  for (const text of FORMULAS) assert.equal(guardFormula(text), `'${text}`, JSON.stringify(text));
  for (const text of ['', 'anna', 'a=b', '7-8', "'anna'", "'", '(x)', '"=x'])
    assert.equal(guardFormula(text), text);
});

test('what we write is read back as it was', () => {
  const texts = [...FORMULAS, '', 'anna', "'anna", "'=x", "''=x", "'' @x", "'", "''", "'t Hof", "' - "];
  for (const text of texts) {
    assert.equal(unguardFormula(guardFormula(text)), text, JSON.stringify(text));
    assert.equal(unguardFormula(guardFormula(guardFormula(text))), guardFormula(text), JSON.stringify(text));
  }
  assert.equal(unguardFormula("'t Hof"), "'t Hof", 'an apostrophe of somebody’s name stays');
});

test('a cell has quotes where its text has the separator, a quote or a line end', () => {
  assert.equal(csvCell('a,b'), '"a,b"');
  assert.equal(csvCell('a,b', ';'), 'a,b');
  assert.equal(csvCell('a "b"\nc', ';'), '"a ""b""\nc"');
  assert.equal(csvCell('\r=x'), `"'\r=x"`);
});

test('a long text of spaces and signs is judged at once', () => {
  for (const piece of [' ', "'", '\u200b', '=', "' "]) guardFormula(piece.repeat(64_000 / piece.length));
});
