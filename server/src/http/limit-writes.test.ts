import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WRITES_A_MINUTE } from '@pigeonpost/contract/limits';
import { createWorld } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApp } from '../testing/test-app.ts';

test('a user changes things so often a minute, and stops whatever else was done; agents are not counted', async (t) => {
  const world = await createWorld(await startTestApp(t));
  const { app, user } = world;
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const change = (name: string) => user.call('PUT /api/lists/{id}', { params: { id: list }, body: { name } });
  app.clock.advance(60_000 - (app.clock.now().getTime() % 60_000));
  for (let done = 0; done < WRITES_A_MINUTE; done += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(`List ${done + at}`)));
  const { status, message, retryAfter } = await refusal(change('One more'));
  assert.deepEqual(
    [status, message, retryAfter],
    [429, 'You made 1,200 changes within a minute. Please wait a moment and try again.', 60],
  );
  assert.equal(
    (await user.call('GET /api/lists/{id}', { params: { id: list } })).list.name.slice(0, 5),
    'List ',
  );
  const other = await app.signUp();
  await other.call('POST /api/lists', { body: { name: 'Another’s' } });
  await user.call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths: [] } });
  await user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  app.clock.advance(60_000);
  await change('A minute later');
});
