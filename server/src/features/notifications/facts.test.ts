import assert from 'node:assert/strict';
import { recordReplies } from '../../engine/record-replies.ts';
import { startScheduled } from '../../engine/start/schedule.ts';
import { sweepLeases } from '../../engine/sweep.ts';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { toldTo } from '../../testing/notifications.ts';
import { refusal } from '../../testing/refusal.ts';
import type { SignedUp } from '../../testing/test-app.ts';

const MINUTE_MS = 60_000;
const SIGNED_OUT = { outcome: 'failed', signed_out: true } as const;

const bell = ({ call }: Pick<SignedUp, 'call'>) => call('GET /api/notifications');

async function started(world: World, names: string[], profiles = ['one'], name = 'Spring') {
  const list = await world.list(names);
  const ids: number[] = [];
  for (const profile of profiles) ids.push(await world.profile(profile));
  const campaign = await world.campaign({ list, profiles: ids, name });
  await world.start(campaign);
  return { list, campaign, ids };
}

engineTest(
  'a block is told each time, with the campaign that it pauses, until it is resumed',
  async (world) => {
    const { campaign, ids } = await started(world, ['ada', 'bo']);
    const resume = () => world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids[0] ?? 0 } });
    assert.deepEqual(await bell(world.user), { notifications: [], unread: 0 });
    await world.result(await world.sending(), { outcome: 'failed', blocked: true, reason: 'Try later.' });
    const { notifications, unread } = await bell(world.user);
    assert.equal(unread, 2);
    assert.deepEqual(
      notifications.map(({ kind, title, note, campaign_id, standing }) => [
        kind,
        title,
        note,
        campaign_id,
        standing?.act,
      ]),
      [
        [
          'campaign_paused',
          'Spring is paused',
          'No profile of this campaign is able to send',
          campaign,
          'look_at_profiles',
        ],
        ['profile_blocked', 'one is blocked', 'It sends nothing until you press Resume', null, undefined],
      ],
    );
    await resume();
    await world.start(campaign);
    assert.deepEqual(await toldTo(world.user), [
      'campaign_paused: Spring is paused, over',
      'profile_blocked: one is blocked, over',
    ]);
    await world.result(await world.sending(), { outcome: 'failed', blocked: true });
    assert.deepEqual(await toldTo(world.user), [
      'campaign_paused: Spring is paused',
      'profile_blocked: one is blocked',
      'campaign_paused: Spring is paused, over',
      'profile_blocked: one is blocked, over',
    ]);
  },
);

engineTest('a profile that is signed out again before it sends is told once', async (world) => {
  const { campaign, ids } = await started(world, ['ada', 'bo', 'cy']);
  const countTold = async () =>
    (await toldTo(world.user)).filter((line) => line.startsWith('profile_signed_out')).length;
  const again = async () => {
    await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids[0] ?? 0 } });
    await world.start(campaign);
  };
  const [first] = await world.work();
  assert.ok(first);
  await world.result(first, SIGNED_OUT);
  assert.equal(await countTold(), 1);
  await again();
  const [second] = await world.work();
  assert.ok(second);
  await world.result(second, SIGNED_OUT);
  assert.equal(await countTold(), 1);
  await again();
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const [third] = await world.work();
  assert.ok(third);
  await world.result(third, SIGNED_OUT);
  assert.equal(await countTold(), 2);
});

async function finish(world: World, name: string): Promise<void> {
  await started(world, [`${name}-1`, `${name}-2`], [name], name);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await world.result(await world.sending(), { outcome: 'not_found' });
}

engineTest('ends within ten minutes are one, with their numbers', async (world) => {
  await finish(world, 'Autumn');
  const [first] = (await bell(world.user)).notifications;
  assert.deepEqual([first?.title, first?.note], ['Autumn has ended', '1 of 2 sent']);
  await finish(world, 'Winter');
  world.turn(600);
  await finish(world, 'Spring');
  const { notifications } = await bell(world.user);
  assert.deepEqual(
    notifications.map(({ title, note, campaign_id }) => [title, note, campaign_id === null]),
    [
      ['Spring has ended', '1 of 2 sent', false],
      ['2 campaigns have ended', 'Autumn and Winter: 2 of 4 sent', true],
    ],
  );
  // A deleted one leads nowhere.
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: notifications[0]?.campaign_id ?? 0 } });
  assert.equal((await bell(world.user)).notifications[0]?.campaign_id, null);
});

engineTest('an end after one that was read is told by itself', async (world) => {
  await finish(world, 'Autumn');
  const ids = (await bell(world.user)).notifications.map(({ id }) => id);
  await world.user.call('POST /api/notifications/read', { body: { ids } });
  await finish(world, 'Winter');
  const { notifications, unread } = await bell(world.user);
  assert.deepEqual(
    notifications.map(({ title }) => title),
    ['Winter has ended', 'Autumn has ended'],
  );
  assert.equal(unread, 1);
});

engineTest('nobody is told of the pauses and the ends that they make', async (world) => {
  const { campaign, ids } = await started(world, ['ada']);
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: ids[0] ?? 0 } });
  assert.equal((await world.details(campaign)).status, 'paused');
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  assert.deepEqual(await toldTo(world.user), []);
});

engineTest('a scheduled start that came too late is told, until it is given another time', async (world) => {
  const list = await world.list(['ada']);
  const id = await world.campaign({ list, profiles: [await world.profile('one')] });
  const schedule = (start_at: Date | null) =>
    world.user.call('PUT /api/campaigns/{id}/schedule', {
      params: { id },
      body: { start_at: start_at?.toISOString() ?? null },
    });
  await schedule(new Date(world.app.clock.now().getTime() + 60 * MINUTE_MS));
  world.turn(2 * 3600);
  await startScheduled(world.app.deps);
  assert.deepEqual(await toldTo(world.user), ['campaign_overdue: Spring has not started']);
  await schedule(null);
  assert.deepEqual(await toldTo(world.user), ['campaign_overdue: Spring has not started, over']);
});

engineTest(
  'replies to decide on are told once a day, others only to who chose it, by campaign',
  async (world) => {
    const { ids } = await started(world, ['ada', 'bo', 'cy', 'di'], ['one', 'two', 'three', 'four']);
    for (const delivery of await world.work()) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    const { deps } = world.app;
    const key = { user_id: world.user.id, profile_id: ids[0] ?? 0 };
    const write = (person: string, text: string) =>
      deps.asUser(key.user_id, (tx, afterCommit) =>
        recordReplies(
          { tx, afterCommit, deps },
          { ...key, replies: [{ person, at: deps.clock.now().toISOString(), text }] },
        ),
      );
    world.turn(60);
    await write('ada', 'No thanks, lose my number');
    await write('bo', 'Never again: lose my number');
    await write('cy', 'Thank you!');
    assert.deepEqual((await toldTo(world.user)).slice(0, -1), ['wishes: 2 replies to decide on']);
    await world.user.call('PUT /api/notifications/choices', {
      body: { choices: [{ kind: 'replied', in_app: true, by_mail: false }] },
    });
    await write('di', 'How nice!');
    world.turn(60);
    // Renamed while it ran.
    await world.app.database.pool.query(`update campaigns set name = 'Summer'`);
    await write('cy', 'And again: thanks!');
    const [replied, ...others] = (await bell(world.user)).notifications;
    assert.deepEqual([replied?.title, replied?.note, others.length], ['2 people replied', 'Spring', 2]);
    world.turn(25 * 3600);
    await write('ada', 'Once more: lose my number');
    assert.equal((await toldTo(world.user))[0], 'wishes: 1 reply to decide on');
  },
);

engineTest('a sweep that pauses for the end of a subscription tells of no pause', async (world) => {
  await started(world, ['ada']);
  await world.app.database.pool.query(`update users set subscription_end_date = $2 where id = $1`, [
    world.user.id,
    world.app.clock.now(),
  ]);
  world.turn(60);
  await sweepLeases(world.app.deps);
  assert.ok((await toldTo(world.user)).every((line) => !line.startsWith('campaign_')));
});

engineTest(
  'a fact whose notification cannot be written is not recorded either, and both come with the next try',
  async (world) => {
    const { pool } = world.app.database;
    await started(world, ['ada']);
    const delivery = await world.sending();
    await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger failing before insert on notifications for each row execute function fail()`);
    const blocked = { outcome: 'failed', blocked: true } as const;
    assert.equal((await refusal(world.result(delivery, blocked))).status, 500);
    const { profiles } = await world.user.call('GET /api/profiles');
    assert.equal(profiles[0]?.blocked_at, null);
    await pool.query('drop trigger failing on notifications; drop function fail()');
    await world.result(delivery, blocked);
    assert.deepEqual(await toldTo(world.user), [
      'campaign_paused: Spring is paused',
      'profile_blocked: one is blocked',
    ]);
  },
);
