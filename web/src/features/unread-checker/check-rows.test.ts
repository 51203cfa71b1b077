import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnreadRequest } from '@pigeonpost/contract/calls/unread-checker';
import { figuresOf, rowsOf } from './check-rows.ts';

const profile = (profile_name: string, is_checking = false) => ({
  profile_id: 1,
  profile_name,
  profile_path: `/p/${profile_name}`,
  is_checking,
});
const result = (profile_name: string, unread_count: number, error: string | null = null) => ({
  profile_name,
  profile_path: `/p/${profile_name}`,
  unread_count,
  error,
});

test('the rows of a check fill in place, and its figures count the results so far', () => {
  const request = {
    profiles: [profile('kiln'), profile('market'), profile('shop', true), profile('gift')],
    results: {
      profiles_checked: 2,
      total_unread: 7,
      results: [result('market', 0, 'It is open'), result('kiln', 7)],
    },
  } as UnreadRequest;
  const rows = rowsOf(request);
  assert.deepEqual(
    rows.map(({ profile_name, state }) => [profile_name, state]),
    [
      ['kiln', 'counted'],
      ['market', 'error'],
      ['shop', 'checking'],
      ['gift', 'waiting'],
    ],
  );
  assert.deepEqual(figuresOf(rows), {
    checked: 2,
    all: 4,
    unread: 7,
    withUnread: 1,
    successful: 1,
    errors: 1,
  });
});
