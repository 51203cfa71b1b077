import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { createLogRows } from '../../../testing/rows.ts';
import { startTestApp } from '../../../testing/test-app.ts';

test('the last 50 lines are those of all running and paused campaigns, oldest first', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const write = async (name: string, status: CampaignStatus, count: number, user_id = user.id) => {
    const campaign_id = await createCampaignRow(app.deps, { user_id, name, status });
    const lines = Array.from({ length: count }, (_, index) => ({ message: `${name} ${index}` }));
    await createLogRows(app.deps, { user_id, campaign_id }, lines);
  };
  for (let n = 1; n <= 8; n++) await write(`R${n}`, n % 2 ? 'running' : 'paused', 10);
  await write('Done', 'completed', 3);
  await write('Theirs', 'running', 3, (await app.signUp()).id);
  const { logs } = await user.call('GET /api/campaigns/logs');
  assert.equal(logs.length, 50);
  assert.equal(logs[0]?.message, 'R4 0');
  assert.deepEqual([logs.at(-1)?.message, logs.at(-1)?.campaign_name], ['R8 9', 'R8']);
});
