import assert from 'node:assert/strict';
import { AFTER_EVERYBODY, type RecipientBulkAction } from '@pigeonpost/contract/recipients';
import { engineTest, type World } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';

const idsOf = async ({ user }: World, list: number) => {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
  return new Map(recipients.map(({ recipient, id }) => [recipient, id]));
};

const change = ({ user }: Pick<World, 'user'>, list: number, action: RecipientBulkAction, ids: number[]) =>
  user.call('POST /api/lists/{id}/recipients/bulk', { params: { id: list }, body: { action, ids } });

const restore = ({ user }: Pick<World, 'user'>, list: number, ids: number[]) =>
  user.call('POST /api/lists/{id}/recipients/restore', { params: { id: list }, body: { ids } });

const countsOf = async ({ user }: World, list: number) => {
  const { pending, sent, failed, recipient_count } = (
    await user.call('GET /api/lists/{id}', { params: { id: list } })
  ).list;
  return [pending, sent, failed, recipient_count];
};

engineTest('a bulk call with ids changes only recipients of its list and of its user', async (world) => {
  const list = await world.list(['ada', 'bo', 'cy']);
  const elsewhere = await world.list(['ada', 'dee']);
  const ids = await idsOf(world, list);
  const [ada = 0, bo = 0, cy = 0] = ['ada', 'bo', 'cy'].map((name) => ids.get(name));
  const others = [...(await idsOf(world, elsewhere)).values()];
  const named = [bo, ada, ada, 999_999, ...others];
  assert.deepEqual(await change(world, list, 'sent', named), {
    changed: 2,
    busy: 0,
    busy_ids: [],
    last_id: null,
  });
  assert.equal((await change(world, list, 'sent', [ada, bo])).changed, 0);
  assert.deepEqual(await world.names(list), { ada: 'sent', bo: 'sent', cy: 'pending' });
  assert.deepEqual(await world.names(elsewhere), { ada: 'pending', dee: 'pending' });
  assert.equal((await change(world, list, 'pending', [ada])).changed, 1);
  const { rows } = await world.app.database.pool.query(
    'select recipient from recipients where list_id = $1 order by position',
    [list],
  );
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    ['bo', 'cy', 'ada'],
    'who is set back to pending is the last in line',
  );
  const stranger = { user: await world.app.signUp() };
  const { list: theirs } = await stranger.user.call('POST /api/lists', { body: { name: 'Theirs' } });
  assert.equal((await change(stranger, theirs.id, 'delete', [ada, cy])).changed, 0);
  assert.deepEqual(await restore(stranger, theirs.id, [ada, cy]), { restored: 0 });
  for (const call of [() => change(stranger, list, 'delete', [cy]), () => restore(stranger, list, [cy])])
    assert.equal((await refusal(call())).status, 404);
  assert.deepEqual(await countsOf(world, list), [2, 1, 0, 3]);
  const unpaid = { user: await world.app.signUp({ subscriptionDays: null }) };
  for (const call of [() => change(unpaid, list, 'delete', [cy]), () => restore(unpaid, list, [cy])])
    assert.equal((await refusal(call())).status, 403);
});

engineTest('1 to 100 ids are named, and then neither a status nor a search', async (world) => {
  const list = await world.list(['ada']);
  const few = 'Name 1 to 100 recipients by their ids';
  for (const ids of [[], Array.from({ length: 101 }, (_, index) => index + 1)])
    for (const call of [() => change(world, list, 'sent', ids), () => restore(world, list, ids)]) {
      const refused = await refusal(call());
      assert.deepEqual([refused.status, refused.message], [400, few]);
    }
  for (const also of [{ status: 'pending' as const }, { search: 'a' }, { after_id: 0 }]) {
    const call = world.user.call('POST /api/lists/{id}/recipients/bulk', {
      params: { id: list },
      body: { action: 'delete', ids: [1], ...also },
    });
    const refused = await refusal(call);
    assert.deepEqual(
      [refused.status, refused.message],
      [400, 'Name either ids or what to search for, not both'],
    );
  }
  // As a server of the version before reads a change by ids.
  const withoutIds = await world.user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list },
    body: { action: 'delete', after_id: AFTER_EVERYBODY },
  });
  assert.equal(withoutIds.changed, 0);
  assert.deepEqual(await world.names(list), { ada: 'pending' });
  const [ada = 0] = (await idsOf(world, list)).values();
  const { changed } = await world.user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list },
    body: { action: 'sent', ids: [ada], after_id: AFTER_EVERYBODY },
  });
  assert.equal(changed, 1);
});

engineTest(
  'who is being sent to is left alone and named, and who is only leased leaves the campaign',
  async (world) => {
    const list = await world.list(['ada', 'bo', 'cy', 'di']);
    const profiles = [await world.profile('anna'), await world.profile('bert')];
    const campaign = await world.campaign({ list, profiles });
    await world.start(campaign);
    const [first, second] = await world.work();
    assert.ok(first && second);
    await world.begin(first);
    const ids = await idsOf(world, list);
    const all = [...ids.values()].filter((id) => id !== ids.get('di'));
    for (const [action, changed] of [
      ['failed', 2],
      ['delete', 2],
    ] as const)
      assert.deepEqual(await change(world, list, action, all), {
        changed,
        busy: 1,
        busy_ids: [first.recipient_id],
        last_id: null,
      });
    assert.equal((await refusal(world.begin(second))).code, 'lease_over');
    await world.result(first, { outcome: 'sent' });
    assert.deepEqual(await world.names(list), { [first.recipient]: 'sent', di: 'pending' });
    const [next] = await world.work();
    assert.equal(next?.recipient, 'di');
  },
);

engineTest(
  'deleted ones come back for ten minutes with their statuses, in order behind the others',
  async (world) => {
    const list = await world.list(['ada', 'bo', 'cy', 'dee', 'eve']);
    const elsewhere = await world.list(['zoe']);
    const ids = await idsOf(world, list);
    const of = (...names: string[]) => names.map((name) => ids.get(name) ?? 0);
    await change(world, list, 'sent', of('bo'));
    const gone = of('dee', 'bo', 'ada', 'cy');
    assert.equal((await change(world, list, 'delete', gone)).changed, 4);
    assert.deepEqual(await countsOf(world, list), [1, 0, 0, 1]);
    const add = (name: string) =>
      world.user.call('POST /api/recipients', { body: { list_id: list, recipient: name } });
    await add('fay');
    await add('cy');
    await world.user.call('POST /api/do-not-contact', { body: { recipient: 'dee' } });
    world.app.clock.advance(9 * 60_000);
    assert.deepEqual(await restore(world, elsewhere, gone), { restored: 0 }, 'they were in the other list');
    assert.deepEqual(await restore(world, list, gone), { restored: 2 });
    assert.deepEqual(await restore(world, list, gone), { restored: 0 });
    const { rows } = await world.app.database.pool.query(
      'select recipient, status from recipients where list_id = $1 order by position',
      [list],
    );
    assert.deepEqual(
      rows.map(({ recipient, status }) => `${recipient} ${status}`),
      ['eve pending', 'fay pending', 'cy pending', 'ada pending', 'bo sent'],
    );
    assert.deepEqual(await countsOf(world, list), [4, 1, 0, 5]);
    const [eve = 0] = of('eve');
    await change(world, list, 'delete', [eve]);
    world.app.clock.advance(10 * 60_000 + 1);
    assert.deepEqual(await restore(world, list, [eve]), { restored: 0 });
    await world.user.call('DELETE /api/lists/{id}', { params: { id: list } });
    assert.equal((await refusal(restore(world, list, [eve]))).status, 404);
  },
);

engineTest('the audit log has one line for many that are deleted by id or brought back', async (world) => {
  const list = await world.list(['ada', 'bo']);
  const all = [...(await idsOf(world, list)).values()];
  await change(world, list, 'delete', all);
  await restore(world, list, all);
  await restore(world, list, all);
  const { rows } = await world.app.database.pool.query(
    `select after from audit_log where kind = 'recipients' order by id desc limit 2`,
  );
  assert.deepEqual(
    rows.map(({ after }) => after),
    [{ restore: 2 }, { delete: 2 }],
  );
});
