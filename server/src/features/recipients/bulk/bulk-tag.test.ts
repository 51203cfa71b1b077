import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSON_TAGS_MAX } from '@pigeonpost/contract/people/tags';
import type { RecipientFilter, TagAction } from '@pigeonpost/contract/recipients';
import { engineTest } from '../../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';
import { startImports } from '../../../testing/table-imports.ts';
import type { SignedUp } from '../../../testing/test-app.ts';
import { removeFieldsAndTags } from '../../fields/remove-fields-and-tags.ts';

const makeTag = async (user: SignedUp, name: string) =>
  (await user.call('POST /api/tags', { body: { name } })).tag.id;

const idsOf = async (user: SignedUp, list: number, search = '') => {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id: list },
    query: { search },
  });
  const ids = new Map(recipients.map(({ recipient, id }) => [recipient, id]));
  return (...names: string[]) => names.map((name) => ids.get(name) ?? 0);
};

interface Wanted {
  action: TagAction;
  tag_id: number;
  ids?: number[];
  status?: RecipientFilter;
  search?: string;
  after_id?: number;
}

const bulk = (user: SignedUp, list: number, body: Wanted) =>
  user.call('POST /api/lists/{id}/recipients/bulk', { params: { id: list }, body });

test('recipients of a list are tagged by their ids, and untagged again', async (t) => {
  const { user, list, load, known } = await startImports(t);
  await load({
    columns: [{ new_field: 'city' }, { tags: true }],
    rows: [
      ['ann', 'Oslo', 'fair'],
      ['bo', 'Bergen', ''],
      ['cy', '', ''],
      ['dee', '', ''],
    ],
  });
  const elsewhere = await user.call('POST /api/lists', { body: { name: 'Elsewhere' } });
  await user.call('POST /api/recipients', { body: { recipient: 'eve', list_id: elsewhere.list.id } });
  const [fair = 0] = (await user.call('GET /api/tags')).tags.map(({ id }) => id);
  const vip = await makeTag(user, 'VIP');
  const of = await idsOf(user, list.id);
  const [eve = 0] = (await idsOf(user, elsewhere.list.id))('eve');
  const [ann = 0, bo = 0, cy = 0] = of('ann', 'bo', 'cy');
  const none = { full: 0, full_ids: [], busy: 0, busy_ids: [], last_id: null };
  const tagging = { action: 'tag' as const, tag_id: fair };
  assert.deepEqual(await bulk(user, list.id, { ...tagging, ids: [cy, bo, ann, bo, eve, 999_999] }), {
    ...none,
    changed: 2,
    changed_ids: [bo, cy],
  });
  assert.deepEqual(await bulk(user, list.id, { ...tagging, tag_id: vip, ids: [ann] }), {
    ...none,
    changed: 1,
    changed_ids: [ann],
  });
  assert.deepEqual(await known(), {
    ann: { fields: { city: 'Oslo' }, tags: ['fair', 'VIP'] },
    bo: { fields: { city: 'Bergen' }, tags: ['fair'] },
    cy: { fields: {}, tags: ['fair'] },
  });
  assert.equal((await bulk(user, list.id, { ...tagging, ids: [ann, bo, cy] })).changed, 0);
  const untagging = { action: 'untag' as const, tag_id: fair };
  assert.deepEqual(await bulk(user, list.id, { ...untagging, ids: [...of('dee'), cy, ann, eve] }), {
    ...none,
    changed: 2,
    changed_ids: [ann, cy],
  });
  assert.deepEqual(await known(), {
    ann: { fields: { city: 'Oslo' }, tags: ['VIP'] },
    bo: { fields: { city: 'Bergen' }, tags: ['fair'] },
    cy: { fields: {}, tags: [] },
  });
});

test('who has 20 tags gets no further one, and is named; a deleted tag takes no room', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  const names = Array.from({ length: PERSON_TAGS_MAX }, (_, number) => `tag ${number}`);
  await load({
    columns: [{ tags: true }],
    rows: [
      ['ann', names.join()],
      ['bo', names.slice(1).join()],
      ['cy', ''],
    ],
  });
  const tag_id = await makeTag(user, 'one more');
  const [ann = 0, bo = 0, cy = 0] = (await idsOf(user, list.id))('ann', 'bo', 'cy');
  const { last_id, ...first } = await bulk(user, list.id, { action: 'tag', tag_id });
  assert.deepEqual([first, last_id], [{ changed: 2, full: 1, busy: 0 }, null]);
  const again = await bulk(user, list.id, { action: 'tag', tag_id, ids: [ann, bo, cy] });
  assert.deepEqual([again.changed, again.changed_ids, again.full, again.full_ids], [0, [], 1, [ann]]);
  const { tags } = await user.call('GET /api/tags');
  const old = tags.find(({ name }) => name === 'tag 0')?.id ?? 0;
  await user.call('DELETE /api/tags/{id}', { params: { id: old } });
  assert.equal((await bulk(user, list.id, { action: 'tag', tag_id, ids: [ann] })).changed, 1);
  const people = await known();
  assert.deepEqual(people.ann?.tags, [...names.slice(1), 'one more']);
  await removeFieldsAndTags(app.deps);
  assert.deepEqual(await known(), people);
});

test('all that match are tagged a batch at a time', async (t) => {
  const { app, user, list, load } = await startImports(t);
  const rows = Array.from({ length: 5_200 }, (_, number) => [`name.${number}`]);
  await load({ columns: [], rows });
  const tag_id = await makeTag(user, 'fair');
  const count = async (tag = tag_id) =>
    (await app.database.pool.query('select count(*)::int from people where tags = array[$1::bigint]', [tag]))
      .rows[0].count;
  const all = async (body: Omit<Wanted, 'after_id' | 'tag_id'>) => {
    const batches: number[] = [];
    for (let after_id = 0; ; ) {
      const { changed, last_id } = await bulk(user, list.id, { ...body, tag_id, after_id });
      batches.push(changed);
      if (last_id === null) return batches;
      after_id = last_id;
    }
  };
  const [first = 0, second = 0] = (await idsOf(user, list.id, 'name.519'))('name.5199', 'name.5198');
  for (const id of [first, second])
    await user.call('PUT /api/recipients/{id}/status', { params: { id }, body: { status: 'sent' } });
  assert.deepEqual(await all({ action: 'tag', status: 'sent', search: '@Name.5199' }), [1]);
  assert.deepEqual(await all({ action: 'tag', status: 'sent' }), [1]);
  assert.deepEqual(await all({ action: 'tag' }), [5_000, 198]);
  assert.equal(await count(), 5_200);
  assert.deepEqual(await all({ action: 'untag', search: 'name.51' }), [111]);
  assert.deepEqual(await all({ action: 'untag' }), [4_989, 100]);
  assert.equal(await count(), 0);
});

test('a tag, a list and recipients are the own ones, and the call names a tag', async (t) => {
  const { app, user, list, load, known } = await startImports(t);
  await load({ columns: [], rows: [['ann']] });
  const ids = (await idsOf(user, list.id))('ann');
  const tag_id = await makeTag(user, 'fair');
  const stranger = await app.signUp();
  const theirs = await makeTag(stranger, 'fair');
  const { list: elsewhere } = await stranger.call('POST /api/lists', { body: { name: 'Theirs' } });
  const gone = await makeTag(user, 'gone');
  await user.call('DELETE /api/tags/{id}', { params: { id: gone } });
  for (const [who, where, tag, words] of [
    [user, list.id, theirs, 'Tag not found'],
    [user, list.id, gone, 'Tag not found'],
    [user, elsewhere.id, tag_id, 'List not found'],
    [stranger, list.id, theirs, 'List not found'],
  ] as const)
    for (const which of [{ ids }, {}]) {
      const refused = await refusal(bulk(who, where, { action: 'tag', tag_id: tag, ...which }));
      assert.deepEqual([refused.status, refused.message], [404, words]);
    }
  assert.equal((await bulk(stranger, elsewhere.id, { action: 'tag', tag_id: theirs, ids })).changed, 0);
  const params = { id: list.id };
  for (const body of [
    { action: 'tag' as const },
    { action: 'untag' as const },
    { action: 'delete' as const, tag_id },
  ]) {
    const refused = await refusal(user.call('POST /api/lists/{id}/recipients/bulk', { params, body }));
    assert.deepEqual(
      [refused.status, refused.message],
      [400, 'Name a tag with tag and untag, and with nothing else'],
    );
  }
  const unpaid = await app.signUp({ subscriptionDays: null });
  assert.equal((await refusal(bulk(unpaid, list.id, { action: 'tag', tag_id, ids }))).status, 403);
  assert.deepEqual(await known(), {});
});

test('nobody is tagged in bulk while an import runs, which may change the same people', async (t) => {
  const { app, user, list, load } = await startImports(t);
  await load({ columns: [], rows: [['ann']] });
  const ids = (await idsOf(user, list.id))('ann');
  const tag_id = await makeTag(user, 'fair');
  const { importing } = await rolledBack(app.database, async (client) => {
    // The import waits to see whether this row stays.
    await client.query(
      `insert into recipients (user_id, list_id, recipient, position, created_at) values ($1, $2, 'bo', 0, $3)`,
      [user.id, list.id, app.clock.now()],
    );
    const importing = load({ columns: [], rows: [['bo']] });
    await waitForLockWaits(app.database, 1);
    const refused = await refusal(bulk(user, list.id, { action: 'tag', tag_id, ids }));
    assert.deepEqual(
      [refused.status, refused.message],
      [409, 'An import or another change of your people is running. Try again when it has ended.'],
    );
    return { importing };
  });
  await importing;
  assert.equal((await bulk(user, list.id, { action: 'tag', tag_id, ids })).changed, 1);
});

engineTest('who is held by a campaign is tagged, and the audit log has one line for all', async (world) => {
  const { user } = world;
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('anna'), await world.profile('bert')];
  await world.start(await world.campaign({ list, profiles }));
  const [first, second] = await world.work();
  assert.ok(first && second);
  await world.begin(first);
  const tag_id = await makeTag(user, 'fair');
  const ids = (await idsOf(user, list))('ada', 'bo', 'cy');
  assert.equal((await bulk(user, list, { action: 'tag', tag_id, ids })).changed, 3);
  assert.equal((await bulk(user, list, { action: 'tag', tag_id, ids })).changed, 0);
  await world.begin(second);
  for (const one of [first, second]) await world.result(one, { outcome: 'sent' });
  const { rows } = await world.app.database.pool.query(
    `select after from audit_log where kind = 'recipients' order by id`,
  );
  assert.deepEqual(
    rows.map(({ after }) => after),
    [{ tag: 3, name: 'fair' }],
  );
});
