import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileState } from '@pigeonpost/contract/profiles';
import { engineTest } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { createDayRow, createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';

type Query = { search?: string; state?: ProfileState; sort_by?: 'name' | 'trouble'; limit?: number };

test('names are sorted naturally, on every page', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ pack: 'pro' });
  const names = [
    'studio 10',
    'Studio 2',
    'studio 1',
    'Ärzte',
    'studio 02b',
    'zebra',
    'b',
    'shop.9',
    'shop.10',
    '7',
  ];
  for (const profile_name of names) await createProfileRow(app.deps, { user_id: user.id, profile_name });
  const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const inOrder = names.toSorted(natural.compare);
  const list = async (query: { page?: number; limit?: number }) =>
    (await user.call('GET /api/profiles', { query })).profiles.map(({ profile_name }) => profile_name);
  assert.deepEqual(await list({}), inOrder);
  assert.deepEqual(await list({ page: 2, limit: 4 }), inOrder.slice(4, 8));
  const { profiles } = await user.call('GET /api/profiles/open-all');
  assert.deepEqual(
    profiles.map(({ profile_name }) => profile_name),
    inOrder,
  );
});

engineTest('profiles are asked for and counted by what they do, trouble first', async (world) => {
  const { app, user } = world;
  const { id: user_id } = user;
  const { deps } = app;
  const now = app.clock.now();
  const sending = await world.profile('studio 10');
  await world.start(await world.campaign({ list: await world.list(['ann', 'bea']), profiles: [sending] }));
  await world.profile('studio 2');
  await createProfileRow(deps, { user_id, profile_name: 'studio 11', blocked_at: now });
  await createProfileRow(deps, { user_id, profile_name: 'studio 3', blocked_at: now, signed_out_at: now });
  await createProfileRow(deps, { user_id, profile_name: 'studio 1', signed_out_at: now });
  await createProfileRow(deps, {
    user_id,
    profile_name: 'shop',
    is_active: false,
    insta_username: 'kiln.club',
  });
  const machine = await enrolMachine(app, user, 'other');
  await machine.report({ folders: ['/p/studio 2'], open: ['/p/studio 2'] });
  const list = (query: Query) => user.call('GET /api/profiles', { query });
  const names = async (query: Query) => (await list(query)).profiles.map(({ profile_name }) => profile_name);
  assert.deepEqual(await names({ sort_by: 'trouble' }), [
    'studio 3',
    'studio 11',
    'studio 1',
    'shop',
    'studio 2',
    'studio 10',
  ]);
  const { counts } = await list({ limit: 1 });
  assert.deepEqual(counts, { all: 6, needs_you: 3, sending: 1, blocked: 2, signed_out: 1, open: 1, off: 1 });
  assert.deepEqual(await names({ state: 'sending' }), ['studio 10']);
  assert.deepEqual(await names({ state: 'blocked' }), ['studio 3', 'studio 11']);
  assert.deepEqual(await names({ state: 'signed_out' }), ['studio 1']);
  assert.deepEqual(await names({ state: 'open' }), ['studio 2']);
  assert.deepEqual(await names({ state: 'off' }), ['shop']);
  assert.deepEqual(await names({ search: '@kiln' }), ['shop']);
  const { pagination, counts: found } = await list({ search: 'studio', state: 'blocked', limit: 1 });
  assert.deepEqual([pagination.totalItems, found.all, found.off], [2, 5, 0]);
  const available = (search?: string) =>
    user.call('GET /api/profiles/availability', { query: search ? { search } : {} });
  assert.deepEqual(await available(), { free: 1, off: 1, in_campaign: 1, blocked: 2, signed_out: 1 });
  assert.deepEqual(await available('studio 1'), {
    free: 0,
    off: 0,
    in_campaign: 1,
    blocked: 1,
    signed_out: 1,
  });
  const nobody = await (await app.signUp()).call('GET /api/profiles/availability');
  assert.deepEqual(nobody, { free: 0, off: 0, in_campaign: 0, blocked: 0, signed_out: 0 });
});

engineTest(
  'many are resumed or switched at once, of one’s own only, and what then cannot go on pauses',
  async (world) => {
    const { app, user } = world;
    const profiles = [await world.profile('one'), await world.profile('two')];
    const campaign = await world.campaign({ list: await world.list(['ann', 'bea']), profiles });
    await world.start(campaign);
    const other = await app.signUp();
    const bulk = (action: 'resume' | 'switch_off' | 'switch_on', by = user) =>
      by.call('POST /api/profiles/bulk', { body: { action, profile_ids: [...profiles, 999] } });
    assert.deepEqual(await bulk('switch_off', other), { changed: 0 });
    assert.equal((await world.details(campaign)).status, 'running');
    assert.deepEqual(await bulk('resume'), { changed: 0 });
    assert.deepEqual(await bulk('switch_off'), { changed: 2 });
    assert.equal((await world.details(campaign)).status, 'paused');
    assert.deepEqual(await bulk('switch_off'), { changed: 0 });
    assert.deepEqual(await bulk('switch_on'), { changed: 2 });
    await world.user.call('POST /api/campaigns/{id}/start', { params: { id: campaign } });
    const [first] = await world.work();
    assert.ok(first);
    await world.begin(first);
    await world.result(first, { outcome: 'failed', blocked: true, reason: 'Slow down' });
    assert.deepEqual(await bulk('resume'), { changed: 1 });
    const { counts } = await user.call('GET /api/profiles');
    assert.deepEqual([counts.blocked, counts.off], [0, 0]);
  },
);

test("a blocked profile says how much it had sent that day, by days of the user's zone", async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ timeZone: 'Asia/Tokyo' });
  const add = (profile_name: string, blocked_at?: string) =>
    createProfileRow(app.deps, {
      user_id: user.id,
      profile_name,
      ...(blocked_at && { blocked_at: new Date(blocked_at) }),
    });
  // The evening of the eleventh in UTC is the morning of the twelfth in Tokyo.
  const blocked = await add('a', '2026-09-11T20:00:00Z');
  await add('b', '2026-09-11T20:00:00Z');
  const free = await add('c');
  const send = (profile_id: number, day: string, campaign_id: number, sent: number) =>
    createDayRow(app.deps, { user_id: user.id, day, campaign_id, profile_id, sent });
  await send(blocked, '2026-09-12', 1, 40);
  await send(blocked, '2026-09-12', 2, 1);
  await send(blocked, '2026-09-11', 1, 7);
  await send(free, '2026-09-12', 1, 3);
  const { profiles } = await user.call('GET /api/profiles');
  assert.deepEqual(
    profiles.map(({ sent_before_block }) => sent_before_block),
    [41, 0, null],
  );
  const { profilePerformance } = await user.call('GET /api/profiles/performance', {});
  const performed = profilePerformance.find(({ profile_id }) => profile_id === blocked);
  assert.equal(performed?.sent_before_block, 41);
});
