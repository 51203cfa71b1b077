import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RecipientSort, RecipientStatus } from '@pigeonpost/contract/recipients';
import { startTestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { findList } from '../lists/queries.ts';
import { createHeldNames, type HeldNames } from './held-names.ts';
import { searchRecipients } from './search-queries.ts';

const NAMES = ['ada', 'bo', 'maja', 'nils', 'siri', 'adam', 'nilsson', 'tove', 'kaja', 'a_a', 'x.ada'];

interface Ask {
  search: string;
  sort_by?: RecipientSort;
  status?: RecipientStatus;
  limit?: number;
  offset?: number;
}

/** A list of eleven that counts as long, read four at a time. */
async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const add = (recipients: string[]) =>
    user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  await add(NAMES);
  const heldNames = createHeldNames(app.deps, { long: 3, block: 4, held: 100 });
  const searchWith = (
    held: HeldNames,
    { search, sort_by = 'added_desc', status, limit = 50, offset = 0 }: Ask,
  ) =>
    app.deps.asUser(user.id, async (tx) => {
      const found = await findList(tx, { user_id: user.id, id: list.id });
      const ask = { user_id: user.id, list_id: list.id, search, sort_by, status, limit, offset };
      const names = found?.recipient_count ?? 0;
      const { recipients, total } = await searchRecipients(tx, ask, { heldNames: held, names });
      return { found: recipients.map(({ recipient }) => recipient), total };
    });
  const nothing: HeldNames = { matching: async () => undefined };
  /** What PostgreSQL finds, which what is held must find too. */
  const assertSame = async (ask: Ask) =>
    assert.deepEqual(await searchWith(heldNames, ask), await searchWith(nothing, ask), JSON.stringify(ask));
  const matching = (text: string) =>
    app.deps.asUser(user.id, async (tx) => {
      const found = await findList(tx, { user_id: user.id, id: list.id });
      const names = found?.recipient_count ?? 0;
      return heldNames.matching(tx, { user_id: user.id, list_id: list.id, names }, text);
    });
  const untilHeld = () => until('the names to be held', async () => (await matching('a')) !== undefined);
  const idOf = async (search: string) => {
    const query = { search, sort_by: 'name_asc' as const };
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
      params: { id: list.id },
      query,
    });
    return recipients[0]?.id ?? 0;
  };
  return { app, user, list, add, heldNames, assertSame, matching, untilHeld, idOf };
}

const ASKS: Ask[] = [
  { search: 'ada' },
  { search: 'a', sort_by: 'added_asc' },
  { search: 'a', limit: 2, offset: 3 },
  { search: 'a', limit: 3, offset: 6 },
  { search: 'a', sort_by: 'added_asc', limit: 2, offset: 5 },
  { search: 'a', limit: 3, offset: 50 },
  { search: 'i', sort_by: 'name_desc' },
  { search: 'a', sort_by: 'status_asc', limit: 4 },
  { search: 'a', status: 'sent' },
  { search: 'a', status: 'pending', sort_by: 'name_asc' },
  { search: '_' },
  { search: '%' },
  { search: 'x' },
  { search: 'adam' },
  { search: 'o\nm' },
  { search: 'nobody' },
];

test('what is held finds what PostgreSQL finds, in every order and with a status', async (t) => {
  const { user, assertSame, untilHeld, idOf } = await start(t);
  const params = { id: await idOf('maja') };
  await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
  await untilHeld();
  for (const ask of ASKS) await assertSame(ask);
});

test('the first search is answered while the names are read, and the next ones from memory', async (t) => {
  const { assertSame, matching, untilHeld } = await start(t);
  assert.equal(await matching('ada'), undefined);
  await assertSame({ search: 'ada' });
  await untilHeld();
  assert.equal((await matching('ada'))?.length, 3);
});

test('after every change a search finds the names of now', async (t) => {
  const { user, list, add, assertSame, matching, untilHeld, idOf } = await start(t);
  await untilHeld();
  const remove = async (name: string) =>
    user.call('DELETE /api/recipients/{id}', { params: { id: await idOf(name) } });
  const changes: (() => Promise<unknown>)[] = [
    () => add(['dada']),
    () => add(Array.from({ length: 9 }, (_, index) => `ada.${index}`)),
    () => remove('adam'),
    // As many as before, and not the same ones.
    () => remove('ada.3').then(() => add(['adamo'])),
    () => remove('adamo'),
    () =>
      user.call('POST /api/lists/{id}/recipients/bulk', {
        params: { id: list.id },
        body: { action: 'delete', search: 'ada.' },
      }),
  ];
  for (const change of changes) {
    await change();
    assert.equal(await matching('ada'), undefined, 'what is held is of before');
    for (const ask of ASKS.slice(0, 4)) await assertSame(ask);
    await untilHeld();
    for (const ask of ASKS.slice(0, 4)) await assertSame(ask);
  }
});

test('a change of a status leaves what is held, and is seen at once', async (t) => {
  const { user, assertSame, matching, untilHeld, idOf } = await start(t);
  await untilHeld();
  const params = { id: await idOf('kaja') };
  await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'failed' } });
  assert.ok(await matching('a'));
  await assertSame({ search: 'a', status: 'failed' });
  await assertSame({ search: 'a', sort_by: 'status_desc' });
});

test('of more names than are to be held, those not searched for longest go', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const heldNames = createHeldNames(app.deps, { long: 3, block: 4, held: 10 });
  const makeList = async (name: string, count: number) => {
    const { list } = await user.call('POST /api/lists', { body: { name } });
    const recipients = Array.from({ length: count }, (_, index) => `${name}.${index}`);
    await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
    return { user_id: user.id, list_id: list.id, names: count };
  };
  const [first, second, large] = [await makeList('a', 6), await makeList('b', 6), await makeList('c', 11)];
  const isHeld = async (list: typeof first) =>
    (await app.deps.asUser(user.id, (tx) => heldNames.matching(tx, list, '1'))) !== undefined;
  await until('the first list to be held', () => isHeld(first));
  await until('the second list to be held', () => isHeld(second));
  assert.equal(await isHeld(first), false);
  await until('the first list to be held again', () => isHeld(first));
  assert.equal(await isHeld(large), false);
  assert.equal(await isHeld(first), true);
});
