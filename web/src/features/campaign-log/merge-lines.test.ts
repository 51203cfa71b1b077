import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { mergeLines } from './merge-lines.ts';

test('lines of several campaigns are in the order of their time, each once', () => {
  const merged = mergeLines([line(1, 10), line(3, 30)], [line(3, 30), line(2, 20), line(4, 30)]);
  assert.deepEqual(ids(merged), [1, 2, 3, 4]);
});

test('only the last 50 lines are kept', () => {
  const many = Array.from({ length: 50 }, (_, index) => line(index + 1, index));
  assert.deepEqual(ids(mergeLines(many, [line(51, 50)])), ids([...many.slice(1), line(51, 50)]));
});

function line(id: number, second: number): CampaignLog {
  return {
    id,
    campaign_id: 1,
    campaign_name: 'Sept class',
    action: 'message_sent',
    created_at: new Date(second * 1000).toISOString(),
    profile_name: 'fjordandclay',
    recipient: 'lena.hartog',
    message: '',
    reason_kind: null,
  };
}

const ids = (lines: CampaignLog[]) => lines.map(({ id }) => id);
