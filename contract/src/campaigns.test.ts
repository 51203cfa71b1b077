import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAUSED_BY_ACCOUNT, PAUSED_BY_SUBSCRIPTION, waitsForProfiles } from './campaigns.ts';

test('a campaign waits for its profiles only if they are the reason of its pause', () => {
  const waits = (paused_reason: string | null) => waitsForProfiles({ status: 'paused', paused_reason });
  assert.equal(waits('No profile of this campaign is able to send'), true);
  assert.equal(waits('Signed out: open kiln.club and sign in'), true);
  for (const reason of [PAUSED_BY_SUBSCRIPTION, PAUSED_BY_ACCOUNT, null]) assert.equal(waits(reason), false);
  const status = 'running';
  assert.equal(waitsForProfiles({ status, paused_reason: 'Signed out: open kiln.club and sign in' }), false);
});
