import assert from 'node:assert/strict';
import type { StartRefusalKind } from '@pigeonpost/contract/campaigns/start-refusals';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';

const HOUR_MS = 3_600_000;

/** What a campaign says before its start, on its page and in the list. */
async function refusalOf(world: World, id: number) {
  const { start_refusal } = await world.details(id);
  const { campaigns } = await world.user.call('GET /api/campaigns', {});
  assert.deepEqual(campaigns.find((one) => one.id === id)?.start_refusal, start_refusal);
  return start_refusal;
}

/** That is the answer of a start. */
async function assertRefused(world: World, id: number, kind: StartRefusalKind): Promise<void> {
  const start_refusal = await refusalOf(world, id);
  const { status, body } = await refusal(world.start(id));
  assert.deepEqual([status, start_refusal], [409, { kind, words: body.error }]);
}

engineTest('a campaign says beforehand why its start would be refused', async (world) => {
  const { user, app } = world;
  const list = await world.list(['ada', 'bo']);
  const profile = await world.profile('one');
  const { field } = await user.call('POST /api/fields', { body: { name: 'city' } });
  const content = 'Hi {city|there}!';
  const id = await world.campaign({ list, profiles: [profile], content });
  assert.equal(await refusalOf(world, id), null);

  const not_after = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
  const limit = (body: object) => user.call('PUT /api/campaigns/{id}', { params: { id }, body });
  await limit({ not_after });
  world.turn(3600);
  await assertRefused(world, id, 'last_moment');
  await limit({ not_after: null });
  assert.equal(await refusalOf(world, id), null);

  const other = await world.campaign({ list: await world.list(['cy']), profiles: [profile], name: 'Other' });
  await world.start(other);
  await assertRefused(world, id, 'taken');
  assert.equal(await refusalOf(world, other), null, 'it runs');
  await user.call('POST /api/campaigns/{id}/stop', { params: { id: other } });

  await user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });
  await assertRefused(world, id, 'profiles');
  await user.call('PUT /api/profiles/{id}/toggle', { params: { id: profile } });

  // The calls refuse it while a text uses the field: a server of the version before did not know of it.
  await app.database.pool.query('update fields set deleted_at = now() where id = $1', [field.id]);
  await assertRefused(world, id, 'text');
});

engineTest('without a list, or with nobody left in it, a campaign does not start', async (world) => {
  const { user } = world;
  const profile = await world.profile('one');
  const list = await world.list([]);
  const id = await world.campaign({ list, profiles: [profile] });
  await assertRefused(world, id, 'nobody');
  await user.call('POST /api/recipients', { body: { list_id: list, recipient: 'ada' } });
  assert.equal(await refusalOf(world, id), null);
  const draft = await user.call('POST /api/campaigns', { body: { draft: true, name: 'Kiln' } });
  await assertRefused(world, draft.campaign.id, 'draft');
});

engineTest(
  'while names are imported into its list, a campaign says so before its first start',
  async (world) => {
    const { user, app } = world;
    const list = await world.list(['ada']);
    const profiles = [await world.profile('one'), await world.profile('two')];
    const id = await world.campaign({ list, profiles: profiles.slice(0, 1) });
    const elsewhere = await world.campaign({ list: await world.list(['bo']), profiles: profiles.slice(1) });
    const other = await app.signUp();
    const holding = (locks: [space: number, key: number][], look: () => Promise<void>) =>
      rolledBack(app.database, async (client) => {
        for (const lock of locks) await client.query('select pg_advisory_xact_lock($1::int, $2::int)', lock);
        await look();
      });
    const none = async () => assert.equal(await refusalOf(world, id), null);
    // An import holds the lock of its user and that of its list.
    await holding(
      [
        [5, user.id],
        [2, list],
      ],
      async () => {
        await assertRefused(world, id, 'busy');
        assert.equal(await refusalOf(world, elsewhere), null);
      },
    );
    await none();
    // A change of a moment holds the list's alone.
    await holding([[2, list]], none);
    await holding(
      [
        [5, other.id],
        [2, list],
      ],
      none,
    );
    await world.start(id);
    await user.call('POST /api/campaigns/{id}/stop', { params: { id } });
    await holding(
      [
        [5, user.id],
        [2, list],
      ],
      none,
    );
  },
);
