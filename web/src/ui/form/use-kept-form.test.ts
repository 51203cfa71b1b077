import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutFields } from './use-kept-form.ts';

test('a password is not stored with what was typed beside it', () => {
  const values = { username: 'nils', password: 'raku-night' };
  assert.deepEqual(withoutFields(values, ['password']), { username: 'nils' });
  assert.deepEqual(withoutFields(values, []), values);
});
