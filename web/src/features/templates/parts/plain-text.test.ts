import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTokens, USERNAME } from '@pigeonpost/contract/text/message-text';
import { isPlainText, mayUseFields } from './plain-text.ts';

const TEXTS = [
  '',
  'Good morning',
  'Hi {username}, and {username}',
  'Hi {{username}}',
  'Hi {Username|x}',
  'Hi { USERNAME }',
  'Hi { user name }',
  'Hi {username',
  String.raw`\{x\} and C:\new`,
  'A smiley :{ and { } and {1}',
  'Hi {first_name|there}',
  'Hi {First Name}',
  'Hi {\u00a0straße}',
  '{a|b|c}',
  String.raw`\{{wants}`,
  String.raw`{wants|a \| b}`,
  'Hi {user}, {username}',
];

test('a plain text is one that reading blanks would not change', () => {
  for (const text of TEXTS) {
    const isChanged = readTokens(text).some(
      ({ source, part, isBroken }) => isBroken || (part !== source && source !== `{${USERNAME}}`),
    );
    assert.ok(!(isPlainText(text) && isChanged), text);
  }
  assert.deepEqual(TEXTS.filter(isPlainText), TEXTS.slice(0, 3));
});

test('no text with a blank for a field is taken for one without', () => {
  for (const text of TEXTS) {
    const usesField = readTokens(text).some(({ part }) => typeof part !== 'string' && part.name !== USERNAME);
    assert.ok(!usesField || mayUseFields(text), text);
  }
  const without = [
    'Hi {Username|x}',
    'Hi { USERNAME }',
    String.raw`\{x\} and C:\new`,
    'A smiley :{ and { } and {1}',
  ];
  assert.deepEqual(without.filter(mayUseFields), []);
});
