import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSurelyName, nameOf } from './name-of.ts';

const read = (text: string) => {
  const { name, reason } = nameOf(text, 'instagram');
  return reason ?? name;
};

test('a link to a profile gives its name, whatever the form of the link', () => {
  for (const [link, name] of [
    ['https://www.instagram.com/Lena.Hartog/?hl=de', 'lena.hartog'],
    ['http://instagram.com/lena', 'lena'],
    ['instagram.com/lena', 'lena'],
    ['www.instagram.com/lena/', 'lena'],
    ['HTTPS://M.INSTAGRAM.COM/LENA#top', 'lena'],
    ['//instagram.com/lena', 'lena'],
    ['instagr.am/lena', 'lena'],
    ['instagram.com/_u/olive_and_oak', 'olive_and_oak'],
    ['https://ig.me/m/kiln.club', 'kiln.club'],
    ['https://www.instagram.com/stories/maja.s/312/', 'maja.s'],
    ['https://instagram.com/a%2Eb', 'a.b'],
    ['https://instagram.com/lena/reel/C9xq1/', 'lena'],
    ['https://instagram.com/@lena', 'lena'],
    ['<https://instagram.com/lena>,', 'lena'],
    ['instagram://user?username=lena', 'lena'],
  ] as const)
    assert.equal(read(link), name, link);
});

test('a link that names no person is refused with its kind', () => {
  for (const path of [
    'p/C9xq1/',
    'reel/C9',
    'reels/C9',
    'tv/C9',
    'explore/tags/clay',
    'accounts/login',
    'direct/t/1',
    '',
    'stories/highlights/1/',
  ])
    assert.equal(read(`https://www.instagram.com/${path}`), 'is a link to a post, not to a person', path);
  for (const link of [
    'https://example.com/x',
    'www.facebook.com/lena',
    'linktr.ee/lena',
    'https://notinstagram.com/x',
    'https://instagram.com.evil.example/x',
  ])
    assert.equal(read(link), 'is a link to another site', link);
  assert.equal(nameOf('https://instagram.com/p/C9', 'instagram').name, 'https://instagram.com/p/C9');
  assert.equal(read('https://instagram.com/%E0%A4%A'), 'is not a username');
  assert.equal(read('https://instagram.com/le..na'), 'has two dots in a row');
});

test('list marks around a name are removed', () => {
  for (const text of [
    '@lena',
    '@@lena',
    '＠lena',
    '@ lena',
    'lena,',
    'lena;',
    'lena ;,',
    ', lena',
    '- lena',
    '-@lena',
    '– @lena',
    '• lena',
    '•lena',
    '* @lena',
    '1. lena',
    '12) @lena',
    '(3) lena',
    '[x] lena',
    '- [ ] lena',
    '[3] lena',
    '"lena"',
    '“lena”,',
    "'@lena",
    '\u2068@lena\u2069',
    'le\u00adna',
    '1. - @lena,',
    '\u200f• lena',
    'LENA',
  ])
    assert.equal(read(text), 'lena', JSON.stringify(text));
});

test('characters that belong to a name stay', () => {
  for (const name of ['1.lena', '_lena_', '.lena', '123', 'p', 'instagram.club', '4.you'])
    assert.equal(read(name), name);
  assert.equal(read('lena.'), 'ends with a dot');
  assert.equal(read('kaffe baren'), 'has a space');
  assert.equal(read('-lena'), 'has a character that usernames cannot have');
  assert.equal(read(' '), 'is empty');
  assert.equal(read('•'), 'is empty');
});

test('only list marks are removed from an address', () => {
  const address = (text: string) => nameOf(text, 'address');
  assert.deepEqual(address('- Anna@Club.example;'), { name: 'anna@club.example' });
  assert.deepEqual(address('an\u200bna@x'), { name: 'anna@x' });
  assert.equal(address('@@anna').reason, 'begins with more than one @');
  assert.deepEqual(address('https://instagram.com/x'), { name: 'https://instagram.com/x' });
});

test('only an @name and a link to a profile are certainly names', () => {
  for (const sure of ['@lena', '＠lena', 'instagram.com/lena']) assert.ok(isSurelyName(sure), sure);
  for (const unsure of ['lena', '@', '@kaffe baren', 'instagram.com/p/x', 'anna@club.example'])
    assert.ok(!isSurelyName(unsure), unsure);
});

test('a name that was guarded for spreadsheets is read', () => {
  for (const text of ["'@lena", "' @lena", "'＠lena"]) assert.equal(read(text), 'lena', text);
});

test('a cell costs what its length is, and what is too long is no name', () => {
  const spaces = ' '.repeat(1_000_000);
  for (const text of [`x${spaces}!`, `${'"'.repeat(1_000_000)}`, `x${', '.repeat(500_000)}x`])
    assert.notEqual(nameOf(text, 'instagram').reason, undefined);
  assert.deepEqual(nameOf(`lena.hart${spaces}`, 'instagram'), { name: 'lena.hart' });
});
