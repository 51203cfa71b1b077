import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCharacters, cutCharacters } from './characters.ts';

test('a character outside of the basic plane counts once and is never halved', () => {
  assert.equal(countCharacters('kiln 🔥🔥'), 7);
  assert.equal(countCharacters(''), 0);
  assert.equal(cutCharacters('kiln 🔥🔥', 6), 'kiln 🔥');
  assert.equal(cutCharacters('kiln', 10), 'kiln');
});
