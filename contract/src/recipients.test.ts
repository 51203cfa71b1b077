import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeRecipient, recipientFault } from './recipients.ts';

test('a name is kept trimmed, without one leading @, in lower case', () => {
  assert.equal(normalizeRecipient('  @Lena.Hartog '), 'lena.hartog');
  assert.equal(normalizeRecipient('@@lena'), '@lena');
});

test('a name that Instagram could have is taken', () => {
  for (const name of ['a', 'lena.hartog', 'nils_9', 'x'.repeat(30)])
    assert.equal(recipientFault(name), undefined);
});

test('a name that it could not have says what is wrong', () => {
  assert.equal(recipientFault(''), 'is empty');
  assert.equal(recipientFault('kaffebaren oslo'), 'has a space');
  assert.equal(recipientFault('https://instagram.com/x'), 'is not a username');
  assert.equal(recipientFault('x'.repeat(31)), 'is longer than 30 characters');
  assert.equal(recipientFault('j\u00f8rgen'), 'has a character that usernames cannot have');
});
