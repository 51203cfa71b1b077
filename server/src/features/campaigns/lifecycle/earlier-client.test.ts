import assert from 'node:assert/strict';
import { engineTest } from '../../../testing/engine-world.ts';

/** The statuses of before drafts, schedules and archives. */
const KNOWN = ['pending', 'running', 'paused', 'completed', 'failed'];

engineTest(
  'a client that knows no drafts, schedules and archives lists, starts and stops as ever',
  async (world) => {
    const { user, app } = world;
    const list = await world.list(['ada', 'bo']);
    const profiles = [await world.profile('one')];
    const ended = await world.campaign({ list: await world.list(['cy']), profiles, name: 'Ended' });
    await world.start(ended);
    await user.call('PUT /api/campaigns/{id}/status', {
      params: { id: ended },
      body: { status: 'completed' },
    });
    await user.call('PUT /api/campaigns/archived', { body: { campaign_ids: [ended], archived: true } });
    const draft = (await user.call('POST /api/campaigns', { body: { draft: true, name: 'Draft' } })).campaign
      .id;
    const scheduled = await world.campaign({ list, profiles, name: 'Scheduled' });
    const start_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await user.call('PUT /api/campaigns/{id}/schedule', { params: { id: scheduled }, body: { start_at } });
    const plain = await world.campaign({ list, profiles, name: 'Plain' });

    const statuses = async () => {
      const { campaigns } = await user.call('GET /api/campaigns', { query: {} });
      return new Map(campaigns.map(({ id, status }) => [id, status]));
    };
    const before = await statuses();
    assert.deepEqual(new Set(before.keys()), new Set([draft, scheduled, plain]));
    assert.ok([...before.values()].every((status) => KNOWN.includes(status)));

    const params = { id: plain };
    const { campaign } = await user.call('POST /api/campaigns/{id}/start', { params });
    assert.deepEqual([campaign.status, campaign.countdown_until], ['running', null]);
    assert.equal((await world.work()).length, 1, 'somebody is handed out at once');
    await user.call('POST /api/campaigns/{id}/stop', { params });
    assert.equal((await statuses()).get(plain), 'paused');
  },
);
