import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { engineTest, PACE_SECONDS } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const PEOPLE = ['vera_kiln', 'otto.weld', 'tomas__r'];

test('an import is undone within ten minutes, and earlier recipients stay', async (t) => {
  const { app, user, list_id, imported } = await importedWorld(t);
  app.clock.advance(10 * 60_000);
  assert.deepEqual(await user.call('DELETE /api/recipients/import/{id}', { params: { id: imported } }), {
    removed: 3,
    restored: 0,
  });
  assert.deepEqual(await namesOf(user, list_id), ['maja.s']);
  const { list } = await user.call('GET /api/lists/{id}', { params: { id: list_id } });
  assert.deepEqual([list.recipient_count, list.pending], [1, 1]);
  assert.equal(
    (await refusal(user.call('DELETE /api/recipients/import/{id}', { params: { id: imported } }))).status,
    404,
  );
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list_id } });
  assert.deepEqual(imports, []);
});

test('after ten minutes an import stays', async (t) => {
  const { app, user, list_id, imported } = await importedWorld(t);
  app.clock.advance(10 * 60_000 + 1);
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list_id } });
  assert.deepEqual(imports, []);
  const { status, body } = await refusal(
    user.call('DELETE /api/recipients/import/{id}', { params: { id: imported } }),
  );
  assert.deepEqual([status, body.error], [404, 'An import can be undone for 10 minutes, and they are over.']);
  assert.equal((await namesOf(user, list_id)).length, 4);
});

test('an import with a changed or deleted recipient is not undone at all', async (t) => {
  for (const change of ['status', 'deleted', 'pending again'] as const) {
    const { user, list_id, imported } = await importedWorld(t);
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list_id } });
    const params = { id: recipients.find(({ recipient }) => recipient === 'otto.weld')?.id ?? 0 };
    if (change === 'deleted') await user.call('DELETE /api/recipients/{id}', { params });
    else await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
    if (change === 'pending again')
      await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } });
    const before = await namesOf(user, list_id);
    const { status, body } = await refusal(
      user.call('DELETE /api/recipients/import/{id}', { params: { id: imported } }),
    );
    assert.equal(status, 409, change);
    assert.match(body.error, /^Some of these people were changed since/);
    assert.deepEqual(await namesOf(user, list_id), before, change);
  }
});

test('at the address of 1.0.0 an import is undone too, and one that is too late stays 409', async (t) => {
  const { app, user, list_id, imported } = await importedWorld(t);
  const undo = () => user.call('DELETE /api/imports/{id}', { params: { id: imported } });
  app.clock.advance(10 * 60_000 + 1);
  const { status, message } = await refusal(undo());
  assert.deepEqual([status, message], [409, 'An import can be undone for 10 minutes, and they are over.']);
  app.clock.advance(-60_000);
  assert.deepEqual(await undo(), { removed: 3, restored: 0 });
  assert.deepEqual(await namesOf(user, list_id), ['maja.s']);
});

engineTest('an import of which somebody was handed out or written to is not undone', async (world) => {
  const list = await world.list(['ada']);
  const { user } = world;
  await user.call('POST /api/recipients/bulk', { body: { list_id: list, recipients: PEOPLE } });
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list } });
  const refused = async () => {
    const params = { id: imports[0]?.id ?? 0 };
    const { status, message } = await refusal(user.call('DELETE /api/recipients/import/{id}', { params }));
    assert.equal(status, 409);
    return message;
  };
  await world.start(await world.campaign({ list, profiles: [await world.profile('shop')] }));
  const first = await world.sending();
  await world.result(first, { outcome: 'sent' });
  assert.equal(first.recipient, 'ada');
  world.turn(PACE_SECONDS);
  const [delivery] = await world.work();
  assert.ok(delivery);
  assert.match(await refused(), /a campaign has their turn/);
  await world.begin(delivery);
  assert.equal(await refused(), 'Some of these people have been written to');
  await world.result(delivery, { outcome: 'sent' });
  assert.equal(await refused(), 'Some of these people have been written to');
  const { list: after } = await user.call('GET /api/lists/{id}', { params: { id: list } });
  assert.equal(after.recipient_count, 4);
});

test('imports of another user can be neither undone nor seen', async (t) => {
  const { app, list_id, imported } = await importedWorld(t);
  const other = await app.signUp();
  const refused = [
    other.call('DELETE /api/recipients/import/{id}', { params: { id: imported } }),
    other.call('GET /api/lists/{id}/imports', { params: { id: list_id } }),
  ];
  for (const { status } of await Promise.all(refused.map(refusal))) assert.equal(status, 404);
});

test('a chosen column is remembered for its heads, fifty of them, and for its user alone', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  for (let place = 0; place < 51; place++) {
    app.clock.advance(1_000);
    await user.call('PUT /api/import-choices', { body: { heads: `kontakt ort${place}`, column: 'kontakt' } });
  }
  app.clock.advance(1_000);
  await user.call('PUT /api/import-choices', { body: { heads: 'kontakt ort7', column: 'ort7' } });
  const { choices } = await user.call('GET /api/import-choices');
  assert.equal(choices.length, 50);
  assert.deepEqual(choices[0], {
    heads: 'kontakt ort7',
    column: 'ort7',
    columns: null,
    chosen_at: app.clock.now().toISOString(),
  });
  assert.ok(!choices.some(({ heads }) => heads === 'kontakt ort0'));
  assert.deepEqual((await (await app.signUp()).call('GET /api/import-choices')).choices, []);
  const long = { heads: '\u4e00'.repeat(600), column: 'x' };
  await user.call('PUT /api/import-choices', { body: long });
  const tooLong = await refusal(
    user.call('PUT /api/import-choices', { body: { ...long, heads: 'x'.repeat(601) } }),
  );
  assert.equal(tooLong.status, 400);
});

test('what each other column became is remembered by its head, sixty of them, and stays until it is chosen anew', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const choice = { heads: 'city kontakt mail size tag', column: 'kontakt' };
  const choose = (columns?: object) =>
    user.call('PUT /api/import-choices', {
      body: { ...choice, ...(columns && { columns: { ...columns } }) },
    });
  const chosen = async () =>
    (await user.call('GET /api/import-choices')).choices.map(({ columns }) => columns);
  const columns = {
    city: { field: 'city' },
    size: { new_field: 'größe' },
    tag: 'tags',
    about: 'note',
    mail: 'leave_out',
  };
  await choose(columns);
  assert.deepEqual(await chosen(), [columns]);
  await choose();
  assert.deepEqual(await chosen(), [columns]);
  await choose({ city: 'leave_out' });
  assert.deepEqual(await chosen(), [{ city: 'leave_out' }]);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`head ${n}`, 'leave_out']));
  await choose(many(60));
  for (const bad of [
    many(61),
    { city: 'keep' },
    { city: { field: 'my city' } },
    { city: { field: 'city', new_field: 'x' } },
    { [`${'x'.repeat(601)}`]: 'note' },
  ])
    assert.equal((await refusal(choose(bad))).status, 400, JSON.stringify(bad).slice(0, 60));
  assert.deepEqual(await chosen(), [many(60)]);
});

/** A list of one, into which three more were imported. */
async function importedWorld(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await user.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'maja.s' } });
  await user.call('POST /api/recipients/bulk', {
    body: { list_id: list.id, recipients: [...PEOPLE, 'maja.s'] },
  });
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: list.id } });
  assert.deepEqual(
    imports.map(({ added }) => added),
    [3],
  );
  return { app, user, list_id: list.id, imported: imports[0]?.id ?? 0 };
}

type User = Awaited<ReturnType<typeof importedWorld>>['user'];

async function namesOf(user: User, list_id: number): Promise<string[]> {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list_id } });
  return recipients.map(({ recipient }) => recipient).toSorted();
}
