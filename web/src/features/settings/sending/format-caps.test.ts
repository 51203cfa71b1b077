import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCaps } from './format-caps.ts';

test('only the caps that are set are said', () => {
  const none = { profile_cap_hour: null, profile_cap_day: null, cap_day: null };
  assert.equal(formatCaps(none), 'No cap an hour, a day or for the account');
  assert.equal(formatCaps({ ...none, profile_cap_hour: 5 }), 'Each profile 5 an hour');
  assert.equal(formatCaps({ ...none, cap_day: 3000 }), 'All together 3,000 a day');
  assert.equal(
    formatCaps({ profile_cap_hour: 5, profile_cap_day: 20, cap_day: 300 }),
    'Each profile 5 an hour and 20 a day, all together 300 a day',
  );
});
