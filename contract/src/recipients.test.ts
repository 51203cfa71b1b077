import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRecipient, recipientError, shownName, typedNameError } from './recipients.ts';

test('a name is stored trimmed, without one leading @, in lower case', () => {
  assert.equal(normalizeRecipient('  @Lena.Hartog '), 'lena.hartog');
  assert.equal(normalizeRecipient('@@lena'), '@lena');
});

test('invisible characters are dropped before a name is checked', () => {
  for (const mark of '\u200e\u200f\u200b\u200d\u2060\u2066\u2067\u2068\u2069\u202a\u202c\ufeff\u00ad')
    assert.equal(normalizeRecipient(`${mark}@le${mark}na${mark}`), 'lena', mark.codePointAt(0)?.toString(16));
});

test('a possible Instagram username is accepted', () => {
  for (const name of ['a', 'lena.hartog', 'nils_9', 'x'.repeat(30)])
    assert.equal(recipientError(name, 'instagram'), undefined);
});

test('an impossible username is refused with its error', () => {
  assert.equal(recipientError('', 'instagram'), 'is empty');
  assert.equal(recipientError('kaffebaren oslo', 'instagram'), 'has a space');
  assert.equal(recipientError('https://instagram.com/x', 'instagram'), 'is not a username');
  assert.equal(recipientError('lena.', 'instagram'), 'ends with a dot');
  assert.equal(recipientError('le..na', 'instagram'), 'has two dots in a row');
  assert.equal(recipientError('x'.repeat(31), 'instagram'), 'is longer than 30 characters');
  assert.equal(recipientError('j\u00f8rgen', 'instagram'), 'has a character that usernames cannot have');
});

test('an address has up to 255 visible characters', () => {
  for (const name of ['anna@club.example', 'j\u00f8rgen', '+4790000000', 'a\\20b@x', '\u{1f54a}'.repeat(255)])
    assert.equal(recipientError(name, 'address'), undefined);
  assert.equal(recipientError('', 'address'), 'is empty');
  assert.equal(recipientError('anna berg', 'address'), 'has a space');
  assert.equal(recipientError('x'.repeat(256), 'address'), 'is longer than 255 characters');
  for (const unseen of ['anna\u200b', 'anna\u0000', 'anna\ud800'])
    assert.equal(recipientError(unseen, 'address'), 'has a character that addresses cannot have');
});

test('the error of a typed text uses the word of the name kind', () => {
  assert.equal(typedNameError('lena', 'instagram'), undefined);
  assert.equal(typedNameError('', 'instagram'), 'Username is required');
  assert.equal(typedNameError('', 'address'), 'Address is required');
  assert.equal(typedNameError('anna berg', 'address'), '"anna berg" has a space');
  assert.equal(
    typedNameError('x'.repeat(2000), 'instagram'),
    `"${'x'.repeat(60)}…" is longer than 30 characters`,
  );
});

test('only a username is shown with @', () => {
  assert.equal(shownName('lena.hartog'), '@lena.hartog');
  assert.equal(shownName('anna@club.example'), 'anna@club.example');
});
