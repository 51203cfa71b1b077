import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { conditionWords } from './condition-words.ts';

const names = { field: new Map([[1, 'City']]), tag: new Map([[2, 'regular']]), list: undefined };

test('a condition is said in words', () => {
  const conditions: Condition[] = [
    { kind: 'field', id: 1, test: 'is_not', value: 'Oslo' },
    { kind: 'field', id: 1, test: 'empty' },
    { kind: 'tag', id: 2, test: 'is_not' },
    { kind: 'tag', id: 9, test: 'is' },
    { kind: 'list', id: 4, test: 'is' },
    { kind: 'replied', test: 'ever' },
    { kind: 'replied', test: 'never' },
    { kind: 'replied', test: 'within', days: 1 },
    { kind: 'messaged', test: 'never' },
    { kind: 'messaged', test: 'within', days: 30 },
    { kind: 'messaged', test: 'not_within', days: 30 },
    { kind: 'do_not_contact', test: 'is_not' },
    { kind: 'source', test: 'not_stated' },
  ];
  assert.deepEqual(
    conditions.map((condition) => conditionWords(condition, names)),
    [
      'City is not Oslo',
      'City is empty',
      'tag is not regular',
      'tag is a deleted tag',
      'in …',
      'replied',
      'never replied',
      'replied within 1 day',
      'never messaged',
      'messaged within 30 days',
      'not messaged within 30 days',
      'not on do-not-contact',
      'no source stated',
    ],
  );
});
