import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StandstillKind, waitsForProfiles } from './standstills.ts';

test('a campaign waits for its profiles only if they are the reason of its pause', () => {
  const waits = (kind: StandstillKind) => waitsForProfiles({ status: 'paused', standstill: { kind } });
  assert.deepEqual([waits('profiles'), waits('ready')], [true, true]);
  for (const kind of ['subscription', 'account', 'review', 'by_you'] as const)
    assert.equal(waits(kind), false);
  assert.equal(waitsForProfiles({ status: 'running', standstill: { kind: 'profiles' } }), false);
  assert.equal(waitsForProfiles({ status: 'paused', standstill: null }), false);
});
