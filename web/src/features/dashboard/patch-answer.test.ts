import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchAnswer } from './patch-answer.ts';

const TODAY = '2026-09-13';
const before = {
  id: 7,
  name: 'Kiln',
  status: 'running',
  standstill: null,
  stage: null,
  start_at: null,
  total_list: 100,
  total_sent: 10,
  total_failed: 2,
  total_uncertain: 0,
} as const;
const answer = {
  stats: {
    campaigns: 2,
    recipients: 300,
    sent: 50,
    failed: 5,
    pending: 188,
    running: 1,
    paused: 0,
    uncertain: 0,
    replied: 0,
    not_found: 1,
    lists: 1,
    days: [
      { day: '2026-09-12', sent: 40, failed: 3 },
      { day: TODAY, sent: 10, failed: 2 },
    ],
  },
  recentCampaigns: [before, { ...before, id: 8 }],
};
const event = { campaignId: 7, total_sent: 12, total_failed: 3, total_replied: 0, total_list: 99 };

test("progress changes the campaign, the figures and today's bar, and nothing else", () => {
  const patched = patchAnswer(answer, { event, before, range: {}, today: TODAY });
  assert.deepEqual(
    patched.recentCampaigns?.map(({ total_sent }) => total_sent),
    [12, 10],
  );
  assert.deepEqual([patched.stats.sent, patched.stats.failed, patched.stats.pending], [52, 6, 184]);
  assert.deepEqual(patched.stats.days, [
    { day: '2026-09-12', sent: 40, failed: 3 },
    { day: TODAY, sent: 12, failed: 3 },
  ]);
});

test('figures of a range that ended before today keep their sent messages', () => {
  const range = { end_date: '2026-09-12' };
  const { stats } = patchAnswer({ stats: answer.stats }, { event, before, range, today: TODAY });
  assert.deepEqual([stats.sent, stats.failed, stats.pending], [50, 5, 184]);
});
