import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Pause, pauseWords } from '@pigeonpost/contract/pauses';
import { createCampaignRow } from '../testing/campaign-row.ts';
import { createProfileRow } from '../testing/rows.ts';
import { startTestApp } from '../testing/test-app.ts';

const PAUSES: Pause[] = [
  { kind: 'subscription' },
  { kind: 'account' },
  { kind: 'last_moment', moment: '28-11-2026 18:00' },
  { kind: 'stop_link' },
  { kind: 'review', people: 1 },
  { kind: 'review', people: 12 },
  { kind: 'signed_out', profiles: ['kiln.club'] },
  { kind: 'signed_out', profiles: ['kiln.club', 'shop'] },
  { kind: 'profiles' },
  { kind: 'own_profiles', profiles: ['kiln.club'] },
  { kind: 'own_profiles', profiles: ['kiln.club', 'shop', 'studio'] },
];

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const profile_ids = [await createProfileRow(app.deps, { user_id: user.id, profile_name: 'one' })];
  const id = await createCampaignRow(app.deps, { user_id: user.id, status: 'running', profile_ids });
  const set = (values: object) =>
    app.deps.asUser(user.id, (tx) =>
      tx.updateTable('campaigns').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
    );
  const get = async () => (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  return { app, user, id, set, get };
}

test('a version that knows words alone has those of each kind, and its words become the kind', async (t) => {
  const { set, get } = await start(t);
  for (const pause of PAUSES) {
    const { kind, ...values } = pause;
    const args = Object.keys(values).length > 0 ? values : null;
    const pause_args = args && JSON.stringify(args);
    const words = pauseWords(pause);
    assert.equal((await set({ status: 'paused', pause_kind: kind, pause_args })).paused_reason, words);
    assert.equal((await get()).paused_reason, words);
    // That version starts it, and pauses it for the same reason.
    const started = await set({ status: 'running', paused_reason: null, countdown_reason: words });
    assert.deepEqual(
      [started.pause_kind, started.pause_args, started.countdown_kind, started.countdown_args],
      [null, null, kind, args],
    );
    const paused = await set({ status: 'paused', paused_reason: words, countdown_reason: null });
    assert.deepEqual([paused.pause_kind, paused.pause_args, paused.countdown_kind], [kind, args, null]);
  }
});

test('a name with a comma or an and keeps the words of a pause', async (t) => {
  const { set, get } = await start(t);
  const words = 'Its people wait for salt, pepper and co, which cannot send';
  await set({ status: 'paused', paused_reason: words });
  assert.equal((await get()).paused_reason, words);
});

test('words of which no kind is known are shown as they are, and a start forgets them', async (t) => {
  const { user, id, set, get } = await start(t);
  await set({ status: 'paused', paused_reason: 'The moon is full' });
  const paused = await get();
  assert.equal(paused.paused_reason, 'The moon is full');
  assert.deepEqual(paused.standstill, { kind: 'told', words: 'The moon is full' });
  const { counts } = await user.call('GET /api/campaigns');
  assert.equal(counts.standing_still, 1);
  const { standing } = await user.call('GET /api/dashboard/needs-you', { query: { here: '0' } });
  assert.deepEqual(
    standing.map(({ reason, act }) => [reason, act]),
    [['The moon is full.', 'look']],
  );
  await set({ mark: 1 });
  await user.call('POST /api/campaigns/{id}/start', { params: { id }, body: {} });
  await user.call('POST /api/campaigns/{id}/stop', { params: { id } });
  const stopped = await get();
  assert.deepEqual([stopped.paused_reason, stopped.standstill?.kind], [null, 'by_you']);
});
