import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Condition, whereOf } from '@pigeonpost/contract/people/conditions';
import { AFTER_EVERYBODY } from '@pigeonpost/contract/recipients';
import { engineTest, PACE_SECONDS } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startImports } from '../../testing/table-imports.ts';
import type { SignedUp } from '../../testing/test-app.ts';

/** The names of a list that meet these conditions, and their number. */
async function found(
  user: SignedUp,
  id: number,
  conditions: Condition[],
  query: { status?: 'pending'; search?: string; sort_by?: 'name_asc' | 'name_desc' | 'status_asc' } = {},
) {
  const { recipients, pagination } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id },
    query: { sort_by: 'name_asc', limit: 2, where: whereOf(conditions), ...query },
  });
  return [pagination.total, ...recipients.map(({ recipient }) => recipient)].join(' ');
}

async function startPeople(t: Parameters<typeof startImports>[0]) {
  const started = await startImports(t);
  const { user, load } = started;
  await load({
    columns: [{ new_field: 'city' }, { new_field: 'wants' }, { tags: true }],
    rows: [
      ['ann', 'Oslo', 'a cup', 'VIP,fair'],
      ['bo', 'OSLO west', '', 'vip'],
      ['cy', 'oslo', '100 % {wool}', ''],
      ['dee', 'Bergen', '', 'fair'],
      ['eve', '', '', ''],
    ],
  });
  const { fields } = await user.call('GET /api/fields');
  const { tags } = await user.call('GET /api/tags');
  const idOf = (all: { id: number; name: string }[], name: string) =>
    all.find((one) => one.name === name)?.id ?? 0;
  const [city, wants, vip, fair] = [
    idOf(fields, 'city'),
    idOf(fields, 'wants'),
    idOf(tags, 'VIP'),
    idOf(tags, 'fair'),
  ];
  return { ...started, city, wants, vip, fair };
}

test('a list is filtered by fields, tags, other lists and do-not-contact', async (t) => {
  const { user, list, city, wants, vip, fair } = await startPeople(t);
  const { list: other } = await user.call('POST /api/lists', { body: { name: 'Other' } });
  for (const recipient of ['bo', 'eve', 'zoe'])
    await user.call('POST /api/recipients', { body: { recipient, list_id: other.id } });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'cy' } });
  const field = (test: 'is' | 'is_not' | 'contains', value: string, id = city): Condition => ({
    kind: 'field',
    id,
    test,
    value,
  });
  for (const [conditions, expected] of [
    [[field('is', ' oSLO ')], '2 ann cy'],
    [[field('is_not', 'Oslo')], '3 bo dee'],
    [[field('contains', 'slo')], '3 ann bo'],
    [[field('contains', '% {', wants)], '1 cy'],
    [[{ kind: 'field', id: wants, test: 'filled' }], '2 ann cy'],
    [[{ kind: 'field', id: wants, test: 'empty' }], '3 bo dee'],
    [[{ kind: 'tag', id: vip, test: 'is' }], '2 ann bo'],
    [[{ kind: 'tag', id: vip, test: 'is_not' }], '3 cy dee'],
    [[{ kind: 'list', id: other.id, test: 'is' }], '2 bo eve'],
    [[{ kind: 'list', id: other.id, test: 'is_not' }], '3 ann cy'],
    [[{ kind: 'do_not_contact', test: 'is' }], '1 cy'],
    [[{ kind: 'do_not_contact', test: 'is_not' }], '4 ann bo'],
    [[{ kind: 'status', status: 'pending' }], '5 ann bo'],
    [[{ kind: 'status', status: 'not_delivered' }], '0'],
    [[{ kind: 'messaged', test: 'never' }], '5 ann bo'],
    [[{ kind: 'replied', test: 'never' }], '5 ann bo'],
    [
      [
        { kind: 'tag', id: fair, test: 'is' },
        { kind: 'tag', id: vip, test: 'is_not' },
        field('is', 'bergen'),
      ],
      '1 dee',
    ],
    [[], '5 ann bo'],
  ] as [Condition[], string][])
    assert.equal(await found(user, list.id, conditions), expected, JSON.stringify(conditions));
  const oslo = [field('contains', 'oslo')];
  assert.equal(await found(user, list.id, oslo, { sort_by: 'name_desc' }), '3 cy bo');
  assert.equal(await found(user, list.id, oslo, { search: 'O' }), '1 bo');
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list.id } });
  const ann = recipients.find(({ recipient }) => recipient === 'ann')?.id ?? 0;
  await user.call('PUT /api/recipients/{id}/status', { params: { id: ann }, body: { status: 'sent' } });
  assert.equal(await found(user, list.id, oslo, { status: 'pending' }), '2 bo cy');
  assert.equal(await found(user, list.id, oslo, { sort_by: 'status_asc' }), '3 cy bo');
});

engineTest('a list is filtered by what was sent and when', async (world) => {
  const { user } = world;
  const id = await world.list(['ada', 'bo', 'cy']);
  await world.start(await world.campaign({ list: id, profiles: [await world.profile('shop')] }));
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  const within: Condition = { kind: 'messaged', test: 'within', days: 2 };
  assert.equal(await found(user, id, [within]), '1 ada');
  await world.sending();
  assert.equal(await found(user, id, [within]), '1 ada', 'who is being sent to has not been messaged');
  world.turn(2 * 86_400 - 2 * PACE_SECONDS);
  assert.equal(await found(user, id, [within]), '2 ada bo', 'who was begun counts once the lease is over');
  world.turn(1.5 * PACE_SECONDS);
  assert.equal(await found(user, id, [within]), '1 bo');
  assert.equal(await found(user, id, [{ ...within, test: 'not_within' }]), '2 ada cy');
  assert.equal(await found(user, id, [{ kind: 'messaged', test: 'never' }]), '1 cy');
  const { app } = world;
  await app.database.pool.query(`update message_ledger set replied_at = $1 where recipient = 'ada'`, [
    app.clock.now(),
  ]);
  const lately: Condition = { kind: 'replied', test: 'within', days: 1 };
  assert.equal(await found(user, id, [lately]), '1 ada');
  world.turn(86_400);
  assert.equal(await found(user, id, [lately]), '0');
  assert.equal(await found(user, id, [{ kind: 'replied', test: 'ever' }]), '1 ada');
  assert.equal(await found(user, id, [{ kind: 'replied', test: 'never' }]), '2 bo cy');
});

test('all who meet conditions are tagged, changed and deleted, and nobody else', async (t) => {
  const { app, user, list, load, city, vip } = await startPeople(t);
  const rows = Array.from({ length: 21_000 }, (_, number) => [
    `name.${number}`,
    number < 15_000 ? '' : 'Rome',
  ]);
  await load({ columns: [{ field: city }], rows });
  const rome: Condition = { kind: 'field', id: city, test: 'is', value: 'rome' };
  const run = async (body: { action: 'tag' | 'delete' | 'sent'; tag_id?: number; where: Condition[] }) => {
    let changed = 0;
    for (let continue_after = 0; ; ) {
      const batch = await user.call('POST /api/lists/{id}/recipients/bulk', {
        params: { id: list.id },
        body: { ...body, where: whereOf(body.where), continue_after, after_id: AFTER_EVERYBODY },
      });
      assert.ok(batch.changed <= 5_000);
      changed += batch.changed;
      if (batch.last_id === null) return changed;
      continue_after = batch.last_id;
    }
  };
  const notVip: Condition = { kind: 'tag', id: vip, test: 'is_not' };
  assert.equal(await run({ action: 'tag', tag_id: vip, where: [rome, notVip] }), 6_000);
  assert.equal(
    await run({ action: 'sent', where: [{ kind: 'field', id: city, test: 'is', value: 'bergen' }] }),
    1,
  );
  assert.equal(await run({ action: 'delete', where: [{ kind: 'tag', id: vip, test: 'is' }] }), 6_002);
  const { list: left } = await user.call('GET /api/lists/{id}', { params: { id: list.id } });
  assert.deepEqual([left.pending, left.sent], [15_002, 1]);
  const { rows: lines } = await app.database.pool.query(
    `select after->'where' as where from audit_log where kind = 'recipients' and after ? 'where' order by id limit 1`,
  );
  assert.deepEqual(lines, [{ where: [rome, notVip] }]);
});

test('conditions that cannot be, and things of others, are refused in words', async (t) => {
  const { app, user, list, city, vip } = await startPeople(t);
  const stranger = await app.signUp();
  const { list: theirs } = await stranger.call('POST /api/lists', { body: { name: 'Theirs' } });
  await stranger.call('POST /api/tags', { body: { name: 'vip' } });
  const gone = (await user.call('POST /api/tags', { body: { name: 'gone' } })).tag.id;
  await user.call('DELETE /api/tags/{id}', { params: { id: gone } });
  const ask = (as: SignedUp, id: number, where: string) =>
    refusal(as.call('GET /api/lists/{id}/recipients', { params: { id }, query: { where } }));
  const bulk = (as: SignedUp, id: number, where: string) =>
    refusal(
      as.call('POST /api/lists/{id}/recipients/bulk', {
        params: { id },
        body: { action: 'delete', where },
      }),
    );
  for (const [as, id, condition, words] of [
    [user, list.id, { kind: 'list', id: theirs.id, test: 'is' }, 'list'],
    [user, list.id, { kind: 'tag', id: gone, test: 'is_not' }, 'tag'],
    [stranger, theirs.id, { kind: 'tag', id: vip, test: 'is' }, 'tag'],
    [stranger, theirs.id, { kind: 'field', id: city, test: 'empty' }, 'field'],
  ] as [SignedUp, number, Condition, string][])
    for (const refused of [await ask(as, id, whereOf([condition])), await bulk(as, id, whereOf([condition]))])
      assert.deepEqual(
        [refused.status, refused.message],
        [404, `This filter asks for a ${words} that is not there. Take that condition away.`],
      );
  const eleven = Array.from({ length: 11 }, () => ({ kind: 'tag', id: vip, test: 'is' }));
  for (const [where, words] of [
    [eleven, 'A filter has at most 10 conditions'],
    [[{ kind: 'replied', test: 'within', days: 0 }], 'Enter a number of days from 1 to 3,650'],
    [[{ kind: 'field', id: city, test: 'is', value: ' \n ' }], 'Enter what the field is compared with'],
    [
      [{ kind: 'tag', id: vip, test: 'contains' }],
      'This filter cannot be read. Choose its conditions again.',
    ],
    [[{ kind: 'password' }], 'This filter cannot be read. Choose its conditions again.'],
  ] as [Condition[], string][])
    for (const refused of [
      await ask(user, list.id, whereOf(where)),
      await bulk(user, list.id, whereOf(where)),
    ])
      assert.deepEqual([refused.status, refused.body.fields?.where], [400, words]);
  assert.equal((await ask(user, list.id, '%%')).status, 400);
  assert.equal((await bulk(user, list.id, whereOf([]))).body.fields?.where, 'Choose at least one condition');
  assert.equal((await bulk(user, list.id, 'all')).status, 400);
  const { list: left } = await user.call('GET /api/lists/{id}', { params: { id: list.id } });
  assert.equal(left.recipient_count, 5, 'nobody was deleted');
});

test('what a filter found is kept until people or lists change', async (t) => {
  const { app, user, list, load, city, vip } = await startPeople(t);
  const { list: other } = await user.call('POST /api/lists', { body: { name: 'Other' } });
  const oslo: Condition = { kind: 'field', id: city, test: 'contains', value: 'oslo' };
  const inOther: Condition = { kind: 'list', id: other.id, test: 'is_not' };
  const ask = () => found(user, list.id, [oslo, inOther]);
  assert.equal(await ask(), '3 ann bo');
  // By the owner of the database, without a user: no version is raised.
  await app.database.pool.query(`update people set fields = '{}' where recipient = 'bo'`);
  assert.equal(await ask(), '3 ann bo', 'it is read once');
  assert.equal(await found(user, list.id, [oslo, inOther], { sort_by: 'status_asc' }), '3 cy bo');
  const value = (name: string, text: string | null) =>
    user.call('PUT /api/people/{name}', { params: { name }, body: { fields: { [city]: text } } });
  await value('eve', 'Oslo');
  assert.equal(await ask(), '3 ann cy');
  const fred = (await user.call('POST /api/recipients', { body: { recipient: 'fred', list_id: other.id } }))
    .recipient.id;
  await value('fred', 'Oslo');
  await user.call('POST /api/recipients', { body: { recipient: 'fred', list_id: list.id } });
  assert.equal(await ask(), '3 ann cy');
  await user.call('DELETE /api/recipients/{id}', { params: { id: fred } });
  assert.equal(await ask(), '4 ann cy', 'who left the other list is there');
  await user.call('POST /api/recipients', { body: { recipient: 'ann', list_id: other.id } });
  assert.equal(await ask(), '3 cy eve', 'with as many people in the other list as before');
  await load({ columns: [{ field: city }], rows: [['gus', 'Oslo']] });
  assert.equal(await ask(), '4 cy eve');
  const tagged = [oslo, { kind: 'tag', id: vip, test: 'is' } as const];
  assert.equal(await found(user, list.id, tagged), '1 ann');
  await user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list.id },
    body: { action: 'tag', tag_id: vip, where: whereOf([oslo, inOther]) },
  });
  assert.equal(await found(user, list.id, tagged), '5 ann cy');
  const { rows } = await app.database.pool.query('select count(*)::int as count from people_versions');
  assert.deepEqual(rows, [{ count: 1 }], 'older versions go');
});

test('a page of a filter is any part of what was found, in every order', async (t) => {
  const { user, list, load, city } = await startPeople(t);
  const rows = Array.from({ length: 6_000 }, (_, at) => [`n${String(at).padStart(4, '0')}`, 'Rome']);
  await load({ columns: [{ field: city }], rows });
  const where = whereOf([{ kind: 'field', id: city, test: 'is', value: 'Rome' }]);
  const names = async (
    sort_by: 'added_asc' | 'added_desc' | 'name_asc' | 'name_desc' | 'status_desc',
    page: number,
    limit = 4,
  ) => {
    const { recipients, pagination } = await user.call('GET /api/lists/{id}/recipients', {
      params: { id: list.id },
      query: { where, sort_by, page, limit },
    });
    return [pagination.total, ...recipients.map(({ recipient }) => recipient)].join(' ');
  };
  assert.equal(await names('name_asc', 2), '6000 n0004 n0005 n0006 n0007');
  assert.equal(await names('name_desc', 1), '6000 n5999 n5998 n5997 n5996');
  assert.equal(
    await names('name_desc', 86, 70),
    `6000 ${rows
      .slice(0, 50)
      .map(([name]) => name)
      .reverse()
      .join(' ')}`,
  );
  assert.equal(
    await names('name_asc', 86, 70),
    `6000 ${rows
      .slice(5_950)
      .map(([name]) => name)
      .join(' ')}`,
  );
  assert.equal(await names('added_asc', 1), '6000 n0000 n0001 n0002 n0003');
  assert.equal(await names('added_desc', 1), '6000 n5999 n5998 n5997 n5996');
  assert.equal(await names('status_desc', 1), '6000 n5999 n5998 n5997 n5996');
  assert.equal(await names('added_desc', 1_501), '6000');
});
