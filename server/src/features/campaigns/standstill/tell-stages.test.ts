import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { pacedTest, sendOne, WORKDAYS } from '../../../testing/paced-world.ts';
import { tellStages } from './tell-stages.ts';

pacedTest(
  'browsers are told of each stage that time alone changes',
  { at: '2026-11-26T17:50:00+01:00' },
  async (world) => {
    const { deps } = world.app;
    const sessions = [{ session_id: 1, user_id: world.user.id, role: 'user' as const }];
    mock.method(deps, 'connectedSessions', () => sessions);
    await world.limitAccount({ hours: WORKDAYS, delay_start: 0, delay_end: 0 });
    const { campaign } = await world.running({ people: ['ada', 'bo', 'cy'] });
    await sendOne(world);
    const published = mock.method(deps, 'publish');
    const told = async () => {
      published.mock.resetCalls();
      await tellStages(deps);
      return published.mock.calls.map(({ arguments: [user_id, event, payload] }) => {
        assert.deepEqual([user_id, event], [world.user.id, 'campaign_update']);
        assert.deepEqual(payload, { campaign_id: campaign, status: 'running' });
        return event;
      }).length;
    };
    assert.equal(await told(), 0);
    assert.equal(await told(), 0);
    world.goTo('2026-11-26T18:00:00+01:00');
    assert.equal(await told(), 1, 'the hours closed');
    assert.equal(await told(), 0);
    world.goTo('2026-11-27T09:00:00+01:00');
    assert.equal(await told(), 1, 'they opened again');
    const params = { id: campaign };
    await world.user.call('POST /api/campaigns/{id}/stop', { params });
    await world.user.call('POST /api/campaigns/{id}/start', { params, body: { undo_seconds: 20 } });
    assert.equal(await told(), 0);
    world.turn(20);
    assert.equal(await told(), 1, 'the countdown is over');
    assert.equal(await told(), 0);
  },
);
