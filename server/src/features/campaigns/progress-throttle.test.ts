import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Publisher } from '../../realtime.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { throttleProgress } from './progress-throttle.ts';

function throttled() {
  const clock = new ManualClock();
  const told: unknown[] = [];
  const publish: Publisher = (user_id, event, ...[payload]) => told.push([user_id, event, payload]);
  const tell = throttleProgress({ publish, clock });
  const progress = (campaignId: number, total_sent: number) =>
    tell(1, 'campaign_progress_update', {
      campaignId,
      total_sent,
      total_failed: 0,
      total_replied: 0,
      total_list: 9,
    });
  const sent = () =>
    told.map((one) => (one as [number, string, { total_sent?: number }])[2].total_sent ?? 'other');
  return { clock, tell, progress, sent };
}

const settled = () => new Promise(setImmediate);

test('counters of a campaign are sent four times a second, the first at once and the last always', async () => {
  const { clock, progress, sent } = throttled();
  for (let count = 1; count <= 5; count += 1) progress(7, count);
  assert.deepEqual(sent(), [1]);
  clock.advance(250);
  await settled();
  assert.deepEqual(sent(), [1, 5]);
  progress(7, 6);
  assert.deepEqual(sent(), [1, 5]);
  clock.advance(250);
  await settled();
  clock.advance(250);
  await settled();
  assert.deepEqual(sent(), [1, 5, 6]);
  progress(7, 7);
  assert.deepEqual(sent(), [1, 5, 6, 7]);
});

test('campaigns do not delay each other, nor any other event', () => {
  const { progress, sent, tell } = throttled();
  progress(1, 1);
  progress(2, 2);
  tell(1, 'campaign_update', { campaign_id: 1, status: 'paused' });
  tell(1, 'campaign_update', { campaign_id: 1, status: 'running' });
  assert.deepEqual(sent(), [1, 2, 'other', 'other']);
});
