import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { refusal } from '../../../testing/refusal.ts';
import { createListRow, createProfileRow } from '../../../testing/rows.ts';
import { type SignedUp, startTestApp } from '../../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const list = (name: string, owner = user) =>
    createListRow(app.deps, { user_id: owner.id, name, pending: 1 });
  const tag = async (name: string, owner = user) =>
    (await owner.call('POST /api/tags', { body: { name } })).tag.id;
  const parts = {
    name: 'Spring',
    message_template_id: (
      await user.call('POST /api/templates', { body: { name: 'Hello', content: 'Hello {username}' } })
    ).template.id,
    list_id: await list('People'),
    profiles_used: [await createProfileRow(app.deps, { user_id: user.id, profile_name: 'shop' })],
  };
  const create = async (body: object, call = user.call) =>
    (await call('POST /api/campaigns', { body: { ...parts, ...body } as never })).campaign.id;
  const edit = (id: number, body: object) =>
    user.call('PUT /api/campaigns/{id}', { params: { id }, body: body as never });
  const leaves = async (id: number) =>
    (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign.leave_out;
  return { app, user, list, tag, parts, create, edit, leaves };
}

test('whom a campaign leaves out is chosen and changed before its start, and copied by the next', async (t) => {
  const { app, user, list, tag, parts, create, edit, leaves } = await start(t);
  const booked = await list('Booked');
  const vip = await tag('VIP');
  const plain = await create({});
  assert.equal(await leaves(plain), null);
  const id = await create({
    leave_out: { lists: [booked, booked], tags: [vip], replied_days: 30 },
  });
  const named = {
    lists: [{ id: booked, name: 'Booked' }],
    tags: [{ id: vip, name: 'VIP' }],
    replied_days: 30,
  };
  assert.deepEqual(await leaves(id), named);
  await edit(id, { name: 'Summer' });
  assert.deepEqual(await leaves(id), named, 'a change of something else keeps it');
  const { plan } = await user.call('POST /api/campaigns/plan', {
    body: { list_id: parts.list_id, content: 'Hi', leave_out: { lists: [booked] } },
  });
  assert.equal(plan.will_not.length, 0);
  await edit(id, { leave_out: { lists: [], tags: [], replied_days: null } });
  assert.equal(await leaves(id), null);
  const { entries } = await user.call('GET /api/audit-log/own', { query: { limit: 100 } });
  assert.deepEqual(
    entries.flatMap(({ kind, action, before, after }) =>
      kind === 'campaign' && action === 'changed' && after && 'leave_out' in after
        ? [[before?.leave_out ?? null, after.leave_out]]
        : [],
    ),
    [[{ lists: [booked], tags: [vip], replied_days: 30 }, null]],
  );
  const ended = await createCampaignRow(app.deps, {
    user_id: user.id,
    list_id: parts.list_id,
    status: 'completed',
  });
  await app.database.pool.query('update campaigns set leave_out = $2 where id = $1', [
    ended,
    JSON.stringify({ lists: [booked, 999], tags: [], replied_days: null }),
  ]);
  assert.deepEqual(await leaves(await create({ retry_of: ended })), {
    lists: [named.lists[0]],
    tags: [],
    replied_days: null,
  });
  assert.equal(await leaves(await create({ retry_of: ended, leave_out: null })), null);
  await user.call('POST /api/campaigns/{id}/start', { params: { id } });
  assert.equal((await refusal(edit(id, { leave_out: null }))).status, 409);
});

test('what a campaign cannot leave out is refused in words', async (t) => {
  const { app, user, list, tag, parts, create, edit, leaves } = await start(t);
  const other = await app.signUp();
  const foreign = await list('Foreign', other);
  const foreignTag = await tag('Foreign', other);
  const mine = await create({});
  const many = Array.from({ length: 21 }, (_, n) => n + 1);
  const cases: [object, number, string][] = [
    [{ lists: [foreign] }, 404, 'List not found'],
    [{ tags: [foreignTag] }, 404, 'Tag not found'],
    [{ lists: [parts.list_id] }, 400, 'A campaign cannot leave out its own list.'],
    [{ lists: many }, 400, 'A campaign leaves out 20 lists at most'],
    [{ tags: many }, 400, 'A campaign leaves out 20 tags at most'],
    [{ replied_days: 0 }, 400, 'Days must be from 1 to 365'],
    [{ replied_days: 366 }, 400, 'Days must be from 1 to 365'],
    [{ lists: 'all' }, 400, 'leave_out must have lists, tags or replied_days'],
  ];
  for (const [leave_out, status, words] of cases) {
    const plan = { body: { list_id: parts.list_id, content: 'Hi', leave_out } as never };
    const query = { group: 'left_out', leave_out: JSON.stringify(leave_out) } as const;
    for (const attempt of [
      () => create({ leave_out }),
      () => create({ leave_out, draft: true }),
      () => edit(mine, { leave_out }),
      () => user.call('POST /api/campaigns/plan', plan),
      () => user.call('GET /api/lists/{id}/planned', { params: { id: parts.list_id }, query }),
    ]) {
      const refused = await refusal(attempt());
      assert.deepEqual([refused.status, refused.message], [status, words]);
    }
  }
  const query = { group: 'left_out', leave_out: '{' } as const;
  const unread = user.call('GET /api/lists/{id}/planned', { params: { id: parts.list_id }, query });
  assert.equal((await refusal(unread)).status, 400);
  const booked = await list('Booked');
  const leaving = await create({ leave_out: { lists: [booked] } });
  const moved = await refusal(edit(leaving, { list_id: booked }));
  assert.deepEqual([moved.status, moved.message], [400, 'A campaign cannot leave out its own list.']);
  assert.equal(await leaves(mine), null);
});

test('a list and a tag that an unfinished campaign leaves out are not deleted, but a draft loses them', async (t) => {
  const { user, list, tag, create, edit, leaves } = await start(t);
  const [booked, asked] = [await list('Booked'), await list('Asked')];
  const vip = await tag('VIP');
  const id = await create({ leave_out: { lists: [booked], tags: [vip] } });
  const remove = (what: 'lists' | 'tags', of: number) =>
    user.call(`DELETE /api/${what}/{id}`, { params: { id: of } });
  const ofList = await refusal(remove('lists', booked));
  assert.deepEqual(
    [ofList.status, ofList.message],
    [
      409,
      'The people of this list are left out of the campaign "Spring". Stop or delete that campaign first.',
    ],
  );
  const ofTag = await refusal(remove('tags', vip));
  assert.deepEqual(
    [ofTag.status, ofTag.message],
    [409, 'People with this tag are left out of the campaign "Spring". Stop or delete that campaign first.'],
  );
  const draft = await create({ draft: true, leave_out: { lists: [asked] } });
  await remove('lists', asked);
  assert.deepEqual(await leaves(draft), { lists: [], tags: [], replied_days: null });
  await edit(draft, { draft: false });
  assert.equal(await leaves(draft), null);
  await user.call('DELETE /api/campaigns/{id}', { params: { id }, body: {} });
  await remove('lists', booked);
  await remove('tags', vip);
});

test('who is left out of a plan is seen by its reason, without a campaign too', async (t) => {
  const { user, list, parts } = await start(t);
  const add = (list_id: number, recipients: string[]) =>
    user.call('POST /api/recipients/bulk', { body: { list_id, recipients } });
  const [booked, asked] = [await list('Booked'), await list('Asked')];
  await add(parts.list_id, ['ada', 'bo', 'cy']);
  await add(booked, ['bo']);
  await add(asked, ['cy', 'bo']);
  const leave_out = { lists: [asked, booked] };
  const { plan } = await user.call('POST /api/campaigns/plan', {
    body: { list_id: parts.list_id, content: 'Hi', leave_out },
  });
  const asked_out = 'In a list that is left out: Asked';
  assert.deepEqual(
    plan.will_not.map(({ reason, field, text, count }) => [reason, field, text, count]),
    [['left_out', asked_out, asked_out, 2]],
  );
  const seen = async (given: SignedUp, field?: string) =>
    (
      await given.call('GET /api/lists/{id}/planned', {
        params: { id: parts.list_id },
        query: { group: 'left_out', leave_out: JSON.stringify(leave_out), ...(field && { field }) },
      })
    ).people.map(({ recipient, reason }) => [recipient, reason]);
  assert.deepEqual(await seen(user, asked_out), [
    ['bo', asked_out],
    ['cy', asked_out],
  ]);
  assert.deepEqual(await seen(user, 'In a list that is left out: Booked'), []);
});
