import assert from 'node:assert/strict';
import { counting } from '../testing/counted-messages.ts';
import { createWorld, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { beginDeliveries } from './begin.ts';
import { judgeTexts } from './replies/judge-texts.ts';

/** Two campaigns to ada, of a machine that reads replies. The first one has written to her. */
async function written(world: World): Promise<void> {
  await world.agent.report({ reads_replies: true });
  const profiles = [await world.profile('one')];
  const start = async (name: string) =>
    world.start(await world.campaign({ list: await world.list(['ada']), profiles, name }));
  await start('First');
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await start('Second');
}

/** The begin of the second message. */
async function handedOut(world: World) {
  const [delivery] = await world.work();
  assert.ok(delivery);
  return { user_id: world.user.id, token: delivery.token };
}

/** What an agent saw in the thread. */
function saw(world: World, text: string) {
  const at = world.app.clock.now().toISOString();
  const replies = [{ person: 'ada', at, text, site_id: 'm1' }];
  const user_id = world.user.id;
  return world.app.deps.readAsUser(user_id, (tx) => judgeTexts(tx, { user_id, replies, via: 'thread' }));
}

engineTest('of begins that are judged together each hears what its own agent saw', async (world) => {
  const others = [await createWorld(world.app), await createWorld(world.app)];
  const all = [world, ...others];
  for (const one of all) await written(one);
  world.turn(PACE_SECONDS);
  const [first, second, third] = await Promise.all(all.map(handedOut));
  assert.ok(first && second && third && others[0]);
  const { counted, asked } = counting(world.app.deps);
  const answers = await beginDeliveries(counted, [
    { ...first, replies: await saw(world, 'Yes please') },
    { ...second, replies: await saw(others[0], 'STOP') },
    third,
    { ...first, token: crypto.randomUUID(), replies: await saw(world, 'Of no lease') },
  ]);
  assert.deepEqual(
    answers.map(({ verdict }) => verdict),
    ['replied', 'do_not_contact', 'granted', 'lease_over'],
  );
  // Two leave their campaigns, which end by that.
  assert.deepEqual(asked, [
    'read_seen_facts',
    'read_begin_facts',
    'read_change_facts',
    'record_begins',
    'record_courses',
  ]);
  const { rows } = await world.app.database.pool.query('select user_id, text from replies order by user_id');
  assert.deepEqual(rows, [
    { user_id: first.user_id, text: 'Yes please' },
    { user_id: second.user_id, text: 'STOP' },
  ]);
});

engineTest('a begin whose agent saw nothing asks no more of the database than its facts', async (world) => {
  await written(world);
  const call = await handedOut(world);
  const { counted, asked } = counting(world.app.deps);
  const [answer] = await beginDeliveries(counted, [call]);
  assert.equal(answer?.verdict, 'granted');
  assert.deepEqual(asked, ['read_begin_facts', 'record_begins']);
});
