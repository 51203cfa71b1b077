import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_STATES } from '../campaigns.ts';
import { LAST_CAMPAIGN_ID } from '../tests.ts';
import { type Change, land, landingState } from './change.ts';

const RETRY: Change = { state: 'waiting', retry_at: 5, action: 'retry', log_reason: { kind: 'in_use' } };

test('nobody waits in a campaign that has ended, nor in a test', () => {
  const goingOn = { campaign_id: 7, is_over: false };
  assert.equal(land(RETRY, goingOn), RETRY);
  assert.deepEqual(land(RETRY, { campaign_id: 7, is_over: true }), {
    ...RETRY,
    state: 'stopped',
    action: undefined,
  });
  for (const is_over of [false, true])
    assert.deepEqual(land(RETRY, { campaign_id: LAST_CAMPAIGN_ID + 1, is_over }), {
      ...RETRY,
      state: 'failed',
      reason: { kind: 'not_in_time' },
    });
});

test('every other state stays, wherever it is', () => {
  for (const state of DELIVERY_STATES.filter((one) => one !== 'waiting'))
    for (const campaign_id of [7, LAST_CAMPAIGN_ID + 1])
      assert.equal(landingState(state, { campaign_id, is_over: true }), state);
});
