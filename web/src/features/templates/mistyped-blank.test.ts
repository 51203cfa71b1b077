import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctBlank, findMistypedBlank } from './mistyped-blank.ts';

test('a message with {username} or with none has nothing mistyped', () => {
  assert.equal(findMistypedBlank('Hi {username}, and {username} again'), undefined);
  assert.equal(findMistypedBlank('Doors open at 9. Bring your username.'), undefined);
});

test('what looks like the blank and is not is caught', () => {
  const mistyped = [
    '{user}',
    '{Username}',
    '{ username }',
    '{name}',
    '{{username}}',
    '{username',
    'username}',
    '[username]',
  ];
  for (const blank of mistyped) {
    assert.equal(findMistypedBlank(`Hi ${blank}, the kiln opens`), blank);
  }
});

test('a good blank does not hide a mistyped one', () => {
  assert.equal(findMistypedBlank('Hi {username}, dear {user}'), '{user}');
});

test('correcting puts the real blank in every place', () => {
  assert.equal(correctBlank('Hi {user}, dear {user}', '{user}'), 'Hi {username}, dear {username}');
  assert.equal(correctBlank('Hi {{username}}', '{{username}}'), 'Hi {username}');
  assert.equal(correctBlank('Hi {username}, dear {username', '{username'), 'Hi {username}, dear {username}');
});
