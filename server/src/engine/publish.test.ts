import assert from 'node:assert/strict';
import type { Deps } from '../deps.ts';
import { engineTest } from '../testing/engine-world.ts';
import { guardRecipientChange } from './by-hand/manual-change.ts';
import { recordResults } from './result.ts';

engineTest('a result tells the counters, the log line and the end, once it is committed', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.ok(delivery);
  const { token, recipient_id } = delivery;
  const told: [number, string, object][] = [];
  const deps: Deps = {
    ...world.app.deps,
    publish: (user_id, event, ...[payload]) => told.push([user_id, event, payload as object]),
  };
  const failing = deps.asUser(world.user.id, async (tx, afterCommit) => {
    await guardRecipientChange({ tx, afterCommit, deps }, { user_id: world.user.id, recipient_id });
    throw new Error('Rolled back.');
  });
  await assert.rejects(failing, /Rolled back/);
  assert.deepEqual(told, [], 'what was not written is not told');

  await world.begin(delivery);
  const call = {
    user_id: world.user.id,
    token,
    campaign_id: campaign,
    recipient_id,
    outcome: 'sent' as const,
    draw: 0,
  };
  const record = () => recordResults(deps, [call]);
  assert.deepEqual(await record(), ['sent']);
  const progress = { campaignId: campaign, total_sent: 1, total_failed: 0, total_list: 1, total_replied: 0 };
  const line = {
    campaign_id: campaign,
    campaign_name: 'Spring',
    created_at: world.app.clock.now().toISOString(),
  };
  assert.deepEqual(
    told.map(([user_id, event, { id: _id, ...payload } = {}]: [number, string, { id?: number }?]) => {
      assert.equal(user_id, world.user.id);
      return [event, payload];
    }),
    [
      ['campaign_progress_update', progress],
      [
        'campaign_log',
        {
          ...line,
          action: 'message_sent',
          profile_name: 'one',
          recipient: 'ada',
          message: '',
          reason_kind: null,
        },
      ],
      ['campaign_progress_update', progress],
      ['campaign_update', { campaign_id: campaign, status: 'completed' }],
      [
        'campaign_log',
        { ...line, action: 'completed', profile_name: null, recipient: null, message: '', reason_kind: null },
      ],
      ['notification', {}],
    ],
  );
  told.length = 0;
  assert.deepEqual(await record(), ['sent']);
  assert.deepEqual(told, [], 'a repeat is no news');
});

engineTest('a campaign whose last profile rests tells that it was paused', async (world) => {
  const profiles = [await world.profile('one')];
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles });
  await world.start(campaign);
  const { token, recipient_id } = await world.sending();
  const told: [string, object][] = [];
  const deps: Deps = {
    ...world.app.deps,
    publish: (_user_id, event, ...[payload]) => told.push([event, payload as object]),
  };
  const result = { user_id: world.user.id, token, campaign_id: campaign, recipient_id, draw: 0 };
  await recordResults(deps, [{ ...result, outcome: 'failed', blocked: true }]);
  assert.deepEqual(
    told.filter(([event]) => event === 'campaign_update'),
    [['campaign_update', { campaign_id: campaign, status: 'paused' }]],
  );
});
