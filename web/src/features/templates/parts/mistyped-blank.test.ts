import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMistypedBlank } from './find-mistyped-blank.ts';
import { correctBlank, correctBlanks } from './mistyped-blank.ts';

const BLANK = '{username}';

test('a message with {username} or without any placeholder has no unknown one', () => {
  assert.equal(findMistypedBlank('Hi {username}, and {username} again'), undefined);
  assert.equal(findMistypedBlank('Save 20% today, 30%off tomorrow, for $20 {username}'), undefined);
  assert.equal(findMistypedBlank('Doors open at 9. Bring your username.'), undefined);
});

test('an unknown placeholder is found', () => {
  const mistyped = [
    '{user}',
    '{name}',
    '{{username}}',
    '{username',
    'username}',
    '[username]',
    '%username%',
    '%name%',
    `$${BLANK}`,
    ['$', '{name}'].join(''),
    '[first name]',
    '<username>',
    '*|FNAME|*',
    '$username',
    '{FIRST_NAME}',
  ];
  for (const blank of mistyped) {
    assert.equal(findMistypedBlank(`Hi ${blank}, the kiln opens`), blank);
  }
});

test('a correct placeholder does not hide an unknown one', () => {
  assert.equal(findMistypedBlank('Hi {username}, dear {user}'), '{user}');
});

test('correcting puts the real placeholder in every place', () => {
  assert.equal(correctBlank('Hi {user}, dear {user}', '{user}'), 'Hi {username}, dear {username}');
  assert.equal(correctBlank('Hi {{username}}', '{{username}}'), 'Hi {username}');
  assert.equal(correctBlank('Hi {username}, dear {username', '{username'), 'Hi {username}, dear {username}');
});

test('a message with several of them is corrected at once', () => {
  assert.equal(
    correctBlanks(`Hi $${BLANK}, dear %name% and {{username}}, {Username}`, findMistypedBlank),
    'Hi {username}, dear {username} and {username}, {Username}',
  );
  assert.equal(correctBlanks('Hi {username}', findMistypedBlank), 'Hi {username}');
});
