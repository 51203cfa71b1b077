import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { createWorld, type World } from '@pigeonpost/server/testing/engine-world';
import { backUp, restored, signInAgain } from '@pigeonpost/server/testing/restored';
import { startTestApp, type TestApp } from '@pigeonpost/server/testing/test-app';
import { until } from '@pigeonpost/server/testing/until';
import { scriptedSession } from './testing/scripted-session.ts';

const PEOPLE = Array.from({ length: 16 }, (_, index) => `person.${index}`);
const PROFILES = ['one', 'two', 'three', 'four'];
const BEFORE_THE_BACKUP = 3;
const FORGOTTEN = 8;

/** A running campaign whose backup has forgotten eight people, and the agent's folder with its journal. */
async function lostServer(t: TestContext) {
  const app = await startTestApp(t, { practiceUrl: 'http://127.0.0.1:9' });
  const world = await createWorld(app);
  await world.agent.report({ drivers: ['practice'] });
  await world.user.call('PUT /api/settings', { body: { max_retries: 3, delay_start: 0, delay_end: 0 } });
  const profiles = await Promise.all(PROFILES.map((name) => world.profile(name)));
  const campaign = await world.campaign({ list: await world.list(PEOPLE), profiles });
  await world.start(campaign);

  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-restore-'));
  t.after(() => rm(folder, { recursive: true }));
  const inbox: string[] = [];
  const agent = (server: TestApp, allowed: number) =>
    scriptedSession({
      url: server.url,
      token: world.agent.token,
      folder,
      owner: ownerOf(world),
      inbox,
      allowed,
    });

  const first = agent(app, BEFORE_THE_BACKUP);
  await until('the messages before the backup', () => sentBy(world, campaign, BEFORE_THE_BACKUP));
  const file = await backUp(t, app);
  first.allow(FORGOTTEN);
  await until('the messages after it', () => sentBy(world, campaign, BEFORE_THE_BACKUP + FORGOTTEN));
  await first.end();
  await app.close();
  return { app, world, campaign, file, inbox, agent };
}

function ownerOf({ app, user }: World) {
  return { server_id: app.deps.identity.id, user_id: user.id };
}

async function sentBy(world: World, campaign: number, count: number): Promise<boolean> {
  return (await world.details(campaign)).total_sent === count;
}

/** The agent merges, the owner is told, nothing is sent before the thaw and nobody is written to twice. */
async function mergeAndGoOn(t: TestContext, lost: Awaited<ReturnType<typeof lostServer>>, server: TestApp) {
  const { inbox, campaign } = lost;
  const user = await signInAgain(server, lost.world.user);
  const agent = lost.agent(server, PEOPLE.length);
  t.after(() => agent.end());
  const freeze = async () => (await user.call('GET /api/freeze')).freeze;
  await until('the merge', async () => (await freeze())?.missing.length === 0);
  const { sent, uncertain } = (await freeze()) ?? {};
  assert.deepEqual({ sent, uncertain }, { sent: FORGOTTEN, uncertain: 0 });
  assert.equal(inbox.length, BEFORE_THE_BACKUP + FORGOTTEN);

  await user.call('POST /api/freeze/end', { body: {} });
  assert.equal(await freeze(), null);
  const details = async () =>
    (await user.call('GET /api/campaigns/{id}', { params: { id: campaign } })).campaign;
  await until('the end of the campaign', async () => (await details()).status === 'completed');
  assert.equal((await details()).total_sent, PEOPLE.length);
  assert.deepEqual([...inbox].sort(), [...PEOPLE].sort());
  await agent.end();
  await assertEngineInvariants(server.database.pool);
}

test('restoring a backup that forgot eight people writes to none of them twice', async (t) => {
  const lost = await lostServer(t);
  const server = await restored(t, lost.app, lost.file);
  const user = await signInAgain(server, lost.world.user);
  const { freeze } = await user.call('GET /api/freeze');
  assert.deepEqual(
    freeze?.missing.map(({ machine_name }) => machine_name),
    ['studio'],
  );
  await assert.rejects(
    user.call('POST /api/freeze/end', { body: {} }),
    /Not yet reported what they sent: studio\./,
  );
  await mergeAndGoOn(t, lost, server);
});

test('an unannounced restore is noticed by the agent, and ends in the same way', async (t) => {
  const lost = await lostServer(t);
  const server = await restored(t, lost.app, lost.file);
  // Like another program, which knows nothing of epochs.
  await server.database.pool.query('update users set frozen_at = null');
  await server.database.pool.query('delete from freezes');
  await server.database.pool.query('update server_identity set epoch = $1', [lost.app.deps.identity.epoch]);
  server.deps.identity.epoch = lost.app.deps.identity.epoch;
  await mergeAndGoOn(t, lost, server);
});
