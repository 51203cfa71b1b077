import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profilesUsed } from './profiles-used.ts';

test('the profiles of a campaign are read from a list and from its JSON', () => {
  assert.deepEqual(profilesUsed({ profiles_used: [3, 4] }), [3, 4]);
  assert.deepEqual(profilesUsed({ profiles_used: '[3,"4"]' }), [3, 4]);
  for (const nothing of ['', 'soon', 'null', '{}', '[null, "x", 1.5]'])
    assert.deepEqual(
      profilesUsed({ profiles_used: nothing }).filter((id) => id !== 0),
      [],
      nothing,
    );
});
