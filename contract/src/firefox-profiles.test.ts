import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparablePath, firefoxNameError, isPlainPath } from './firefox-profiles.ts';

test('a name for a Firefox profile is one line of at most 50 characters that cannot lead to another folder', () => {
  for (const name of ['kiln club', ' x ', 'größer', '😀'.repeat(50), 'a:b'])
    assert.equal(firefoxNameError(name), undefined, name);
  const errors: [string, RegExp][] = [
    [' \t ', /^Profile name is required$/],
    ['x'.repeat(51), /^Profile name must not exceed 50 characters$/],
    ['../evil', /slashes/],
    ['a\nPath=..', /control characters/],
    ['.hidden', /begin with a dot/],
    ['My Default', /'default'/],
  ];
  for (const [name, words] of errors) assert.match(firefoxNameError(name) ?? '', words, name);
});

test("a path with '..' or '.' is distinguished from a plain one", () => {
  for (const path of ['/p/x1.kiln', 'C:\\Users\\marta\\x1.kiln', '/home/marta/Application Support/x'])
    assert.ok(isPlainPath(path), path);
  for (const path of ['x1.kiln', '/', '/p/../x', '/p//x', '/p/x/', '/p/./x', 'C:\\p\\..\\x', 'C:x'])
    assert.ok(!isPlainPath(path), path);
});

test('paths that differ in case or a final slash are the same folder', () => {
  assert.equal(comparablePath(' /P/Kiln/ '), comparablePath('/p/kiln'));
  assert.equal(comparablePath('C:\\P\\Kiln\\'), comparablePath('c:\\p\\kiln'));
  assert.notEqual(comparablePath('/p/kiln2'), comparablePath('/p/kiln'));
});

test('a path costs what its length is, whatever stands in it', () => {
  const slashes = '/'.repeat(1_000_000);
  assert.equal(comparablePath(`${slashes}X`), `${slashes}x`);
  assert.equal(comparablePath(`/home/Ada${slashes}`), '/home/ada');
});
