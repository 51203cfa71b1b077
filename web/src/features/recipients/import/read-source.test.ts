import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource, type Source, TOO_MANY_LINES } from './read-source.ts';

const read = async (source: Source, corrections: Map<number, string> = new Map()) => {
  const counter = await readSource({ source, kind: 'instagram', corrections, isStopped: () => false });
  assert.ok(counter);
  return { ...counter.counts(), names: counter.names(), refused: counter.refused() };
};
const file = (name: string, text: string) => new File([text], name);

test('lines are trimmed, lower-cased and freed of one @; blank ones are dropped', async () => {
  const { names, duplicates, invalid } = await read({
    text: ' @Lena.Hartog \r\n\r\nolive_and_oak\n@lena.hartog\n',
  });
  assert.deepEqual(names, ['lena.hartog', 'olive_and_oak']);
  assert.equal(duplicates, 1);
  assert.equal(invalid, 0);
});

test('a bad line is told with its place and its reason', async () => {
  const { errors, valid } = await read({ text: 'maja.s\nkaffebaren oslo\n\nhttps://instagram.com/x' });
  assert.equal(valid, 1);
  assert.deepEqual(errors, [
    { line: 2, value: 'kaffebaren oslo', reason: 'has a space' },
    { line: 4, value: 'https://instagram.com/x', reason: 'is not a username' },
  ]);
});

test('a corrected line counts as what was typed in its place; what stays refused is a table', async () => {
  const text = 'maja.s\nkaffebaren oslo\n=1+1,"x"\nnils b';
  const corrections = new Map([
    [2, '@Kaffebaren_Oslo'],
    [4, 'nils c'],
  ]);
  const { names, invalid, errors, refused } = await read({ text }, corrections);
  assert.deepEqual(names, ['maja.s', 'kaffebaren_oslo']);
  assert.equal(invalid, 2);
  assert.deepEqual(
    errors.map(({ line, reason }) => [line, reason]),
    [
      [2, undefined],
      [3, 'has a character that usernames cannot have'],
      [4, 'has a space'],
    ],
  );
  assert.deepEqual(refused, [
    'username,line,reason',
    `"'=1+1,""x""",3,has a character that usernames cannot have`,
    'nils c,4,has a space',
  ]);
});

test('a table without heads gives its first column', async () => {
  const { names } = await read({
    file: file('people.csv', 'maja.s,Maja,Oslo\r\n"nils_b","Nils, B.",Bergen\r\n'),
  });
  assert.deepEqual(names, ['maja.s', 'nils_b']);
});

test('a table with a head gives the column called username or recipient', async () => {
  const { names, invalid } = await read({
    file: file('People.CSV', '\uFEFFname;Username\nMaja;maja.s\nNils;nils_b\n'),
  });
  assert.deepEqual(names, ['maja.s', 'nils_b']);
  assert.equal(invalid, 0);
});

test('more names than an import takes are refused', async () => {
  const text = 'a\n'.repeat(1_000_001);
  await assert.rejects(read({ file: file('many.txt', text) }), { message: TOO_MANY_LINES });
});

test('a reading that is stopped says so', async () => {
  assert.equal(
    await readSource({ source: { text: 'maja.s\nnils_b' }, kind: 'instagram', isStopped: () => true }),
    undefined,
  );
});

test('addresses are read by their own rule, from a column of that name', async () => {
  const people = file('people.csv', 'name,Address\nAnna,Anna@Club.example\nBo,bo berg\n');
  const counter = await readSource({ source: { file: people }, kind: 'address', isStopped: () => false });
  assert.deepEqual(counter?.names(), ['anna@club.example']);
  assert.deepEqual(counter?.refused(), ['address,line,reason', 'bo berg,3,has a space']);
});
