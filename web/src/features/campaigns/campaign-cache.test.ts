import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { queryClient } from '../../api/query-client.ts';
import { campaignKeys } from '../../query-keys.ts';
import { dropCampaign, patchStatus } from './campaign-cache.ts';

const PAGE = [...campaignKeys.pages, {}];

/** Shows campaigns as a page of the list does, and gives what it shows of them. */
function show(statuses: Campaign['status'][]) {
  const campaigns = statuses.map((status, id) => ({ id, status, stage: 'starting' }));
  queryClient.setQueryData(PAGE, { campaigns });
  return () => queryClient.getQueryData<{ campaigns: Campaign[] }>(PAGE)?.campaigns ?? [];
}

test('an event changes the row of its campaign alone, and an ended one stays ended', (t) => {
  t.after(() => queryClient.clear());
  const shown = show(['running', 'completed', 'running']);
  const before = shown();
  patchStatus(0, 'paused');
  patchStatus(1, 'running');
  assert.deepEqual(
    shown().map(({ status }) => status),
    ['paused', 'completed', 'running'],
  );
  assert.equal(shown()[0]?.stage, null);
  assert.equal(shown()[2], before[2], 'rows are drawn again by identity');
  dropCampaign(0);
  assert.deepEqual(
    shown().map(({ id }) => id),
    [1, 2],
  );
});
