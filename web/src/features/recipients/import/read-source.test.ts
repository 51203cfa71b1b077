import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource, type Source, TOO_MANY_LINES } from './read-source.ts';

const read = async (source: Source) => {
  const counter = await readSource({ source, isStopped: () => false });
  assert.ok(counter);
  return { ...counter.counts(), names: counter.names() };
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
  const { faults, valid } = await read({ text: 'maja.s\nkaffebaren oslo\n\nhttps://instagram.com/x' });
  assert.equal(valid, 1);
  assert.deepEqual(faults, [
    { line: 2, value: 'kaffebaren oslo', reason: 'has a space' },
    { line: 4, value: 'https://instagram.com/x', reason: 'is not a username' },
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
  assert.equal(await readSource({ source: { text: 'maja.s\nnils_b' }, isStopped: () => true }), undefined);
});
