import assert from 'node:assert/strict';
import type { RecipientFilter } from '@pigeonpost/contract/recipients';
import { engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';

/** A list of which one was sent to, one was not found, two are unclear, and one failed by hand. */
async function meetOutcomes(world: World): Promise<number> {
  const list = await world.list(['ada', 'bo', 'cy', 'dee', 'eve', 'fay']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('shop')] });
  await world.start(campaign);
  for (const outcome of ['sent', 'not_found', 'unknown', 'unknown'] as const) {
    await world.result(await world.sending(), { outcome });
    world.turn(PACE_SECONDS);
  }
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  const eve = recipients.find(({ recipient }) => recipient === 'eve');
  assert.ok(eve);
  const params = { id: eve.id };
  await world.user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'failed' } });
  return list;
}

engineTest('a list is narrowed to those not delivered to, and to why', async (world) => {
  const id = await meetOutcomes(world);
  const names = async (query: {
    status?: RecipientFilter;
    search?: string;
    sort_by?: 'name_desc';
    page?: number;
  }) => {
    const { recipients, pagination } = await world.user.call('GET /api/lists/{id}/recipients', {
      params: { id },
      query: { sort_by: 'added_asc', limit: 3, ...query },
    });
    return [pagination.total, ...recipients.map(({ recipient }) => recipient)];
  };
  assert.deepEqual(await names({ status: 'not_delivered' }), [4, 'bo', 'cy', 'dee']);
  assert.deepEqual(await names({ status: 'not_delivered', page: 2 }), [4, 'eve']);
  assert.deepEqual(await names({ status: 'not_delivered', sort_by: 'name_desc' }), [4, 'eve', 'dee', 'cy']);
  assert.deepEqual(await names({ status: 'unclear' }), [2, 'cy', 'dee']);
  assert.deepEqual(await names({ status: 'unclear', search: 'd' }), [1, 'dee']);
  assert.deepEqual(await names({ status: 'certainly_failed' }), [1, 'eve']);
  assert.deepEqual(await names({ status: 'failed' }), [3, 'cy', 'dee', 'eve']);
  assert.deepEqual(await names({ status: 'failed', sort_by: 'name_desc' }), [3, 'eve', 'dee', 'cy']);
});

engineTest('all of a kind of failed ones are changed, and no others', async (world) => {
  const id = await meetOutcomes(world);
  const change = (status: RecipientFilter, action: 'failed' | 'pending' | 'delete') =>
    world.user.call('POST /api/lists/{id}/recipients/bulk', { params: { id }, body: { status, action } });
  assert.equal((await change('certainly_failed', 'pending')).changed, 1);
  assert.equal((await world.names(id)).eve, 'pending');
  assert.equal((await change('unclear', 'failed')).changed, 2, 'they are unclear no more');
  assert.equal((await change('unclear', 'delete')).changed, 0);
  assert.equal((await change('not_delivered', 'delete')).changed, 3);
  assert.deepEqual(await world.names(id), { ada: 'sent', eve: 'pending', fay: 'pending' });
});
