import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateListSearch } from './list-search.ts';

test('what an address says of a list is taken over', () => {
  assert.deepEqual(validateListSearch({ search: 'kiln', page: 3, limit: 20 }), {
    search: 'kiln',
    page: 3,
    limit: 20,
  });
});

test('a search for digits stays a text', () => {
  assert.deepEqual(validateListSearch({ search: 42 }), { search: '42' });
});

test('defaults and nonsense are dropped', () => {
  assert.deepEqual(validateListSearch({ search: '', page: 1, limit: 7, other: 'x' }), {});
  assert.deepEqual(validateListSearch({ page: -2, limit: 'many', search: {} }), {});
});
