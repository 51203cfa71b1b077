import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOpenAll } from './format-open-all.ts';

const skip = (profile_name: string) => ({ profile_id: 1, profile_name, reason: 'Already open' });

test('opening all says how many open, and names the first skipped ones with their reason', () => {
  assert.equal(formatOpenAll({ opened: 1, skipped: 0, skipped_details: [] }), 'Opening 1 profile.');
  assert.equal(
    formatOpenAll({ opened: 0, skipped: 1, skipped_details: [skip('kiln')] }),
    'No profile to open. 1 skipped: kiln (Already open).',
  );
  assert.equal(
    formatOpenAll({ opened: 2, skipped: 4, skipped_details: ['a', 'b', 'c', 'd'].map(skip) }),
    'Opening 2 profiles. 4 skipped: a (Already open), b (Already open), c (Already open) and 1 more.',
  );
});
