import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRecipient, recipientFault, shownName, typedNameFault } from './recipients.ts';

test('a name is kept trimmed, without one leading @, in lower case', () => {
  assert.equal(normalizeRecipient('  @Lena.Hartog '), 'lena.hartog');
  assert.equal(normalizeRecipient('@@lena'), '@lena');
});

test('a name that Instagram could have is taken', () => {
  for (const name of ['a', 'lena.hartog', 'nils_9', 'x'.repeat(30)])
    assert.equal(recipientFault(name, 'instagram'), undefined);
});

test('a name that it could not have says what is wrong', () => {
  assert.equal(recipientFault('', 'instagram'), 'is empty');
  assert.equal(recipientFault('kaffebaren oslo', 'instagram'), 'has a space');
  assert.equal(recipientFault('https://instagram.com/x', 'instagram'), 'is not a username');
  assert.equal(recipientFault('x'.repeat(31), 'instagram'), 'is longer than 30 characters');
  assert.equal(recipientFault('j\u00f8rgen', 'instagram'), 'has a character that usernames cannot have');
});

test('an address is anything that can be seen, up to 255 characters', () => {
  for (const name of ['anna@club.example', 'j\u00f8rgen', '+4790000000', 'a\\20b@x', '\u{1f54a}'.repeat(255)])
    assert.equal(recipientFault(name, 'address'), undefined);
  assert.equal(recipientFault('', 'address'), 'is empty');
  assert.equal(recipientFault('anna berg', 'address'), 'has a space');
  assert.equal(recipientFault('x'.repeat(256), 'address'), 'is longer than 255 characters');
  for (const unseen of ['anna\u200b', 'anna\u0000', 'anna\ud800'])
    assert.equal(recipientFault(unseen, 'address'), 'has a character that addresses cannot have');
});

test('what was typed and is no name is called what it should be', () => {
  assert.equal(typedNameFault('lena', 'instagram'), undefined);
  assert.equal(typedNameFault('', 'instagram'), 'Username is required');
  assert.equal(typedNameFault('', 'address'), 'Address is required');
  assert.equal(typedNameFault('anna berg', 'address'), '"anna berg" has a space');
});

test('only a username is shown with @', () => {
  assert.equal(shownName('lena.hartog'), '@lena.hartog');
  assert.equal(shownName('anna@club.example'), 'anna@club.example');
});
