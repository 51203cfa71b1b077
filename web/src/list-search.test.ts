import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateListSearch } from './list-search.ts';

test("a list's values in an address are taken over", () => {
  assert.deepEqual(validateListSearch({ search: 'kiln', page: 3, limit: 20 }), {
    search: 'kiln',
    page: 3,
    limit: 20,
  });
});

test('a search for digits stays a text', () => {
  assert.deepEqual(validateListSearch({ search: 42 }), { search: '42' });
});

test('defaults and invalid values are dropped', () => {
  assert.deepEqual(validateListSearch({ search: '', page: 1, limit: 7, other: 'x' }), {});
  assert.deepEqual(validateListSearch({ page: -2, limit: 'many', search: {} }), {});
});
