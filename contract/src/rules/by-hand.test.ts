import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_STATES } from '../campaigns.ts';
import { ACTS, judgeAct } from './by-hand.ts';

const GOING_ON = { campaign_id: 7, is_over: false };

test('no act moves a message that may be out, nor what has ended', () => {
  for (const act of ACTS)
    for (const state of DELIVERY_STATES) {
      if (state === 'leased' || state === 'waiting') continue;
      const verdict = judgeAct(act, { ...GOING_ON, state }, 5);
      assert.equal(verdict, state === 'sending' && act !== 'stop' ? 'being_sent' : null, `${act} ${state}`);
    }
});

test('a lease that is handed back, or whose profile is changed, lets its recipient wait for the next', () => {
  for (const act of ['hand_back', 'change_profile'] as const) {
    assert.deepEqual(judgeAct(act, { ...GOING_ON, state: 'leased' }, 5), { state: 'waiting', retry_at: 5 });
    const ended = judgeAct(act, { campaign_id: 7, is_over: true, state: 'leased' }, 5);
    assert.equal(ended !== 'being_sent' && ended?.state, 'stopped');
    assert.equal(judgeAct(act, { ...GOING_ON, state: 'waiting' }, 5), null);
  }
});

test('a changed recipient leaves the campaign while it is leased, and who waits is judged at the next turn', () => {
  const leased = judgeAct('change_recipient', { ...GOING_ON, state: 'leased' }, 5);
  assert.ok(leased !== null && leased !== 'being_sent');
  assert.deepEqual([leased.state, leased.action], ['skipped', 'skipped']);
  assert.equal(judgeAct('change_recipient', { ...GOING_ON, state: 'waiting' }, 5), null);
});

test('a campaign that is stopped tries nobody again, and leaves alone what is in work', () => {
  const stopped = judgeAct('stop', { campaign_id: 7, is_over: true, state: 'waiting' }, 5);
  assert.equal(stopped !== 'being_sent' && stopped?.state, 'stopped');
  for (const state of ['leased', 'sending'] as const)
    assert.equal(judgeAct('stop', { campaign_id: 7, is_over: true, state }, 5), null);
});
