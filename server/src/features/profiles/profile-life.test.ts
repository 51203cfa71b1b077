import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow, createRunningRow } from '../../testing/campaign-row.ts';
import { engineTest } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createDayRow, createProfileRow } from '../../testing/rows.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  return { app, user: await app.signUp() };
}

async function addProfile(user: SignedUp, name = 'anna', more: { insta_password?: string } = {}) {
  const body = { profile_name: name, profile_path: `/p/${name}`, ...more };
  return (await user.call('POST /api/profiles', { body })).profile;
}

test('a profile is switched off and on; a campaign that loses its last one pauses and says why', async (t) => {
  const { app, user } = await start(t);
  const { id } = await addProfile(user);
  const other = await addProfile(user, 'bea');
  const campaign = await createRunningRow(app.deps, { user_id: user.id, profile_ids: [id, other.id] });
  const statusOf = () =>
    app.database.db
      .selectFrom('campaigns')
      .select(['status', 'paused_reason'])
      .where('id', '=', campaign)
      .executeTakeFirstOrThrow();
  const first = await user.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  assert.equal(first.profile.is_active, 0);
  assert.deepEqual(first.profile.running_campaign, { id: campaign, name: 'Spring' });
  assert.equal((await statusOf()).status, 'running');
  const last = await user.call('PUT /api/profiles/{id}/toggle', { params: { id: other.id } });
  assert.equal(last.profile.running_campaign, null);
  assert.deepEqual(await statusOf(), {
    status: 'paused',
    paused_reason: 'No profile of this campaign is able to send',
  });
  const back = await user.call('PUT /api/profiles/{id}/toggle', { params: { id } });
  assert.equal(back.profile.is_active, 1);
});

test('resuming a blocked profile lets it send, and wakes the agent', async (t) => {
  const { app, user } = await start(t);
  const blocked_at = app.clock.now();
  const id = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'anna', blocked_at });
  const { profiles } = await user.call('GET /api/profiles');
  assert.equal(profiles[0]?.blocked_at, blocked_at.toISOString());
  const nudge = new Promise<void>((heard) => app.deps.nudges.listen(user.id, heard));
  const { profile } = await user.call('PUT /api/profiles/{id}/resume', { params: { id } });
  assert.equal(profile.blocked_at, null);
  await nudge;
});

for (const status of ['pending', 'running', 'paused'] as const) {
  test(`a profile of a ${status} campaign is not deleted, and the campaign is named`, async (t) => {
    const { app, user } = await start(t);
    const { id } = await addProfile(user);
    await createCampaignRow(app.deps, { user_id: user.id, status, profile_ids: [id] });
    const error = await refusal(user.call('DELETE /api/profiles/{id}', { params: { id } }));
    assert.equal(error.status, 409);
    assert.equal(
      error.body.error,
      'This profile is used by the campaign "Spring". Stop or delete that campaign first.',
    );
  });
}

test('a deleted profile is gone, its name stays in its results, and its password is forgotten', async (t) => {
  const { app, user } = await start(t);
  const { id } = await addProfile(user, 'anna', { insta_password: 'kiln-9000' });
  const stays = await addProfile(user, 'bea');
  const campaign = await createCampaignRow(app.deps, {
    user_id: user.id,
    status: 'completed',
    profile_ids: [id, stays.id],
  });
  const params = { id: campaign };
  await createDayRow(app.deps, {
    user_id: user.id,
    day: '2026-09-12',
    campaign_id: params.id,
    profile_id: id,
    sent: 3,
  });
  await user.call('DELETE /api/profiles/{id}', { params: { id } });
  assert.deepEqual((await user.call('GET /api/campaigns/{id}', { params })).campaign.profiles_used, [
    stays.id,
  ]);
  const { campaigns } = await user.call('GET /api/campaigns');
  assert.deepEqual(campaigns[0]?.profiles_used, [stays.id]);
  const acted = await user.call('GET /api/campaigns/{id}/profile-performance', { params });
  const overall = await user.call('GET /api/profiles/performance');
  for (const { profilePerformance } of [acted, overall])
    assert.deepEqual(
      profilePerformance.map(({ profile_name, messages_sent, deleted_at }) => [
        profile_name,
        messages_sent,
        deleted_at,
      ]),
      [
        ['anna', 3, app.clock.now().toISOString()],
        ['bea', 0, null],
      ],
    );
  await user.call('DELETE /api/profiles/{id}', { params: { id: stays.id } });
  assert.deepEqual((await user.call('GET /api/profiles')).profiles, []);
  const row = await app.database.db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(row.profile_name, 'anna');
  assert.equal(row.insta_password, null);
  const body = { profile_name: 'anna', profile_path: '/p/anna' };
  const calls = [
    () => user.call('PUT /api/profiles/{id}', { params: { id }, body }),
    () => user.call('PUT /api/profiles/{id}/toggle', { params: { id } }),
    () => user.call('PUT /api/profiles/{id}/resume', { params: { id } }),
    () => user.call('DELETE /api/profiles/{id}', { params: { id } }),
  ];
  for (const call of calls) assert.deepEqual((await refusal(call())).body, { error: 'Profile not found' });
});

test('a new profile belongs to the machine with its folder, and can be moved to another of its owner', async (t) => {
  const { app, user } = await start(t);
  const studio = await enrolMachine(app, user);
  const laptop = await enrolMachine(app, user, 'laptop');
  await laptop.report({ folders: ['/p/anna'], open: ['/p/anna'] });
  const profile = await addProfile(user);
  assert.equal(profile.agent_id, laptop.agent_id);
  assert.equal(profile.is_open, true);
  const give = (agent_id: number | null) =>
    user.call('PUT /api/profiles/{id}', {
      params: { id: profile.id },
      body: { profile_name: 'anna', profile_path: '/p/anna', agent_id },
    });
  const given = (await give(studio.agent_id)).profile;
  assert.equal(given.agent_id, studio.agent_id);
  assert.equal(given.is_open, false);
  assert.equal((await give(null)).profile.agent_id, null);
  const stranger = await enrolMachine(app, await app.signUp());
  const error = await refusal(give(stranger.agent_id));
  assert.equal(error.status, 400);
  assert.equal(error.body.fields?.agent_id, 'This machine is not one of yours');
});

engineTest('while a profile sends, it is switched off, not changed or deleted', async (world) => {
  const { user } = world;
  const id = await world.profile('anna');
  const campaign = await world.campaign({ list: await world.list(['ada', 'bo']), profiles: [id] });
  await world.start(campaign);
  const [delivery] = await world.work();
  assert.ok(delivery);
  await world.begin(delivery);
  const params = { id };
  const edit = () =>
    user.call('PUT /api/profiles/{id}', { params, body: { profile_name: 'Anna', profile_path: '/p/anna' } });
  const error = await refusal(edit());
  assert.equal(error.status, 409);
  assert.equal(error.body.error, 'This profile is sending a message right now. Try again in a moment.');
  await user.call('POST /api/campaigns/{id}/stop', { params: { id: campaign } });
  await user.call('PUT /api/campaigns/{id}/status', {
    params: { id: campaign },
    body: { status: 'completed' },
  });
  assert.equal((await refusal(user.call('DELETE /api/profiles/{id}', { params }))).status, 409);
  const { profile } = await user.call('PUT /api/profiles/{id}/toggle', { params });
  assert.equal(profile.is_active, 0);
  await world.result(delivery, { outcome: 'sent' });
  assert.equal((await edit()).profile.profile_name, 'Anna');
  await user.call('DELETE /api/profiles/{id}', { params });
});

engineTest(
  'a change takes the lease from a profile that has not begun, and its name waits',
  async (world) => {
    const id = await world.profile('anna');
    await world.start(await world.campaign({ list: await world.list(['ada']), profiles: [id] }));
    const [delivery] = await world.work();
    assert.ok(delivery);
    const body = { profile_name: 'Anna', profile_path: '/p/anna' };
    await world.user.call('PUT /api/profiles/{id}', { params: { id }, body });
    assert.equal((await refusal(world.begin(delivery))).code, 'lease_over');
    const [again] = await world.work();
    assert.equal(again?.recipient, 'ada');
  },
);

test('a profile with a new folder belongs to the machine that reported that one', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const laptop = await enrolMachine(app, user, 'laptop');
  const studio = await enrolMachine(app, user, 'studio');
  await laptop.report({ folders: ['/p/anna'] });
  await studio.report({ folders: ['/p/bea'] });
  const added = await user.call('POST /api/profiles', {
    body: { profile_name: 'anna', profile_path: '/p/anna' },
  });
  const move = (profile_path: string) =>
    user.call('PUT /api/profiles/{id}', {
      params: { id: added.profile.id },
      body: { profile_name: 'renamed', profile_path },
    });
  assert.equal((await move('/p/anna')).profile.agent_id, laptop.agent_id);
  assert.equal((await move('/p/bea')).profile.agent_id, studio.agent_id);
});
