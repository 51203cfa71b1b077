import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCharacters, cutCharacters, isLongerThan } from './characters.ts';

test('an emoji counts as one character, and is never cut in two', () => {
  assert.equal(countCharacters('kiln 🔥🔥'), 7);
  assert.equal(countCharacters(''), 0);
  assert.equal(cutCharacters('kiln 🔥🔥', 6), 'kiln 🔥');
  assert.equal(cutCharacters('k🔥🔥🔥', 2), 'k🔥');
  assert.equal(cutCharacters('🔥🔥🔥', 2), '🔥🔥');
  assert.equal(cutCharacters('kiln', 10), 'kiln');
});

test('a text is longer than a limit if it has more code points', () => {
  for (const text of ['', 'kiln', '🔥', '🔥🔥', 'k🔥🔥', 'kiln 🔥🔥', 'kiln fjord'])
    for (let max = 0; max < 12; max++)
      assert.equal(isLongerThan(text, max), [...text].length > max, `${text} and ${max}`);
});
