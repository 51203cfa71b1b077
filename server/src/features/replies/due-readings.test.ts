import assert from 'node:assert/strict';
import { engineTest } from '../../testing/engine-world.ts';
import {
  now,
  reader,
  readReplies,
  requests,
  since,
  type Told,
  tell,
  wroteTo,
} from '../../testing/reading-world.ts';
import { readDueReplies } from './readings.ts';

const HOUR = 3600;

engineTest(
  'replies are read by themselves as often as chosen, never of a profile that sends soon',
  async (world) => {
    const { user, app } = world;
    const shop = await reader(world);
    await wroteTo(world, ['ada'], shop);
    /** Whether the machine is asked to read, which it does. */
    const isAsked = async (answer: Told = {}) => {
      await requests(world);
      await readDueReplies(app.deps);
      const [asked] = await requests(world);
      if (asked) await tell(world, asked.id, 'result', [answer]);
      return asked !== undefined;
    };
    assert.equal(await isAsked(), false, 'off until chosen');
    await user.call('PUT /api/settings/replies', { body: { read_replies_hours: 4 } });
    assert.equal(await isAsked({ error: 'The site does not answer.' }), true);
    world.turn(HOUR - 1);
    assert.equal(await isAsked(), false, 'not again within the hour after a failure');
    world.turn(1);
    assert.equal(await isAsked(), true);
    world.turn(4 * HOUR - 1);
    assert.equal(await isAsked(), false, 'read less than four hours ago');
    world.turn(1);

    const second = await world.campaign({ list: await world.list(['bo', 'cy']), profiles: [shop] });
    await world.start(second);
    assert.equal(await isAsked(), false, 'its next message is due');
    await user.call('PUT /api/settings', { body: { delay_start: 170, delay_end: 179 } });
    await world.result(await world.sending(), { outcome: 'sent' });
    assert.equal(await isAsked(), false, 'its next message is less than three minutes away');
    world.turn(180);
    await user.call('PUT /api/settings', { body: { delay_start: 200, delay_end: 210 } });
    await world.result(await world.sending(), { outcome: 'sent' });
    assert.equal(await isAsked(), true);

    world.turn(15 * 86_400);
    assert.equal(await isAsked(), false, 'it has not sent for 14 days');
    assert.equal((await readReplies(world)).success, true);
  },
);

engineTest('replies are read of a profile that hours or its cap keep from sending', async (world) => {
  const { user, app } = world;
  const shop = await reader(world);
  await wroteTo(world, ['ada'], shop);
  await user.call('PUT /api/settings/replies', { body: { read_replies_hours: 4 } });
  await world.start(await world.campaign({ list: await world.list(['bo', 'cy']), profiles: [shop] }));
  const isAsked = async (change: { hours?: string | null; profile_cap_day?: number }) => {
    await app.deps.asUser(user.id, (tx) =>
      tx.updateTable('settings').set(change).where('user_id', '=', user.id).execute(),
    );
    // The machine is connected.
    await requests(world);
    await readDueReplies(app.deps);
    const [asked] = await requests(world);
    if (asked) await tell(world, asked.id, 'result', [{ error: 'The site does not answer.' }]);
    world.turn(HOUR);
    return asked !== undefined;
  };
  assert.equal(await isAsked({ hours: null }), false);
  assert.equal(await isAsked({ hours: '{[0,2)}' }), true);
  assert.equal(await isAsked({ hours: null }), false);
  assert.equal(await isAsked({ profile_cap_day: 1 }), true);
});

engineTest('an unread check reads replies too where the machine can', async (world) => {
  const shop = await reader(world);
  await wroteTo(world, ['ada'], shop);
  const { request_id } = await world.user.call('POST /api/unread-checker/requests', { body: {} });
  const [asked] = await requests(world);
  assert.ok(asked && since(asked)[0] !== undefined);
  const counted = { profile_name: 'shop', profile_path: '/p/shop', unread_count: 2, error: null };
  const replies = [{ person: 'ada', at: now(world), text: 'Yes, please' }];
  const say = (results: unknown[]) =>
    world.agent.call('POST /api/agent/requests/{id}/result', {
      params: { id: asked.id },
      body: { status: 'completed', results: { results } },
    });
  await say([{ ...counted, read_to: now(world), is_cut: false, replies }]);
  const { request } = await world.user.call('GET /api/unread-checker/requests/{id}', {
    params: { id: request_id },
  });
  assert.deepEqual(request.results?.results, [counted]);
  const { person } = await world.user.call('GET /api/people/{name}', { params: { name: 'ada' } });
  assert.deepEqual(
    [person.replied_at, person.replies.map(({ text }) => text)],
    [now(world), ['Yes, please']],
  );
  const { rows } = await world.app.database.pool.query('select results::text from requests');
  assert.doesNotMatch(JSON.stringify(rows), /Yes, please/);

  await world.agent.report({ folders: ['/p/shop'] });
  await world.user.call('POST /api/unread-checker/requests', { body: {} });
  const [old] = await requests(world);
  assert.deepEqual(old && since(old), [undefined]);
});
