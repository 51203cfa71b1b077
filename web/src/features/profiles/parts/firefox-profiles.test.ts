import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firefoxChoices } from './firefox-profiles.ts';

const request = {
  id: 1,
  request_type: 'list',
  agent_id: null,
  profile_path: null,
  status: 'completed',
  results: null,
  error_message: null,
  created_at: '',
  last_sign_at: null,
  completed_at: null,
} as const;
const folder = (name: string, is_default = false) => ({
  name,
  directory_name: `x1.${name}`,
  path: `/firefox/x1.${name}`,
  size_mb: 1,
  is_default,
});

test('default profiles and those already added are not offered', () => {
  const profiles = [
    folder('kiln'),
    folder('default-release'),
    folder('work', true),
    folder('Default customers'),
    folder('shop'),
  ];
  const found = firefoxChoices({ ...request, results: { profiles } }, new Set(['/firefox/x1.shop']));
  assert.deepEqual(
    found.map(({ name }) => name),
    ['kiln', 'Default customers'],
  );
});

test('a request without results offers nothing', () => {
  assert.deepEqual(firefoxChoices(request, new Set()), []);
});
