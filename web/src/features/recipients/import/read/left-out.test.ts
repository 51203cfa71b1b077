import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, readFile } from './testing/read-for-tests.ts';

const TABLE = [
  'Name;Username;Town',
  'Maja;maja.s;Oslo',
  'Gone;@Gone.For.Good;"Bergen; Voss"',
  'Kaffe;kaffe baren;Oslo',
  'Again;gone.for.good;Lund',
  'Nils;nils_b;=1+1',
].join('\n');

test('names on do-not-contact stand among the rows left out, with the own columns of the file', async () => {
  const { invalid, valid, duplicates, aside, rows, refused } = await readFile('people.csv', TABLE, {
    blocked: [2, 3],
  });
  assert.deepEqual([valid, duplicates, aside, invalid, rows], [3, 0, 1, 1, [5]]);
  assert.equal(
    refused,
    [
      '\ufeffName;Username;Town;line;reason',
      `Gone;'@Gone.For.Good;"Bergen; Voss";3;on do-not-contact`,
      'Kaffe;kaffe baren;Oslo;4;has a space',
      'Again;gone.for.good;Lund;5;"the same person as line 3; Name differs: Gone, Again; Town differs: Bergen; Voss, Lund"',
      "Nils;nils_b;'=1+1;6;on do-not-contact",
    ].join('\r\n'),
  );
});

test('the file of what was left out is read back by its own columns, and leaves out the same again', async () => {
  const { refused = '' } = await readFile('people.csv', TABLE, { blocked: [2] });
  const again = await readFile('left-out.csv', refused, { blocked: [1] });
  assert.deepEqual([again.names, again.invalid, again.aside], [['gone.for.good'], 1, 1]);
  assert.equal(
    again.refused,
    refused
      .replace(';3;on do-not-contact', ';2;on do-not-contact')
      .replace(';4;has', ';3;has')
      .replace(';5;"the same person as line 3', ';4;"the same person as line 2'),
  );
});

test('of a line with several names each that is on do-not-contact has a row of its own', async () => {
  const { refused } = await read({ text: 'anna, bo, cy\ndi\n' }, { blocked: [2, 4] });
  assert.equal(refused, '\ufeffusername,line,reason\r\nbo,1,on do-not-contact\r\ndi,2,on do-not-contact');
});

test('a corrected line that is on do-not-contact stands there as it was typed', async () => {
  const corrections = new Map([['0:1', '@Gone_For_Good']]);
  const { refused, invalid } = await read({ text: 'gone for good\nmaja' }, { corrections, blocked: [1] });
  assert.equal(invalid, 0);
  assert.equal(refused, "\ufeffusername,line,reason\r\n'@Gone_For_Good,1,on do-not-contact");
});

test('what stands in the file of left-out rows is read back as it was, guarded or not', async () => {
  const risky = [' =1+1', '＋47', "''=x", "''t", '\u00a0@x', 'plain'];
  const rows = risky.map((value) => `kaffe baren;${value}`);
  const { refused = '' } = await readFile('people.csv', `Username; =Note\n${rows.join('\n')}\n`);
  let place = 0;
  const named = refused.replaceAll('kaffe baren', () => `person_${++place}`);
  const again = await readFile('left-out.csv', named, { choice: { uses: { 1: { field: 'note' } } } });
  const values = JSON.parse(again.table ?? '[]').map(([, value]: string[]) => value);
  assert.deepEqual(values, ['=1+1', '＋47', "'=x", "''t", '@x', 'plain']);
  assert.deepEqual(again.outline?.layout.heads, ['Username', '=Note', 'line', 'reason']);
});
