import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { listSetCalls } from '@pigeonpost/contract/calls/list-sets';
import type * as z from 'zod';
import { rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { createListRow } from '../../testing/rows.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

type Check = z.input<(typeof listSetCalls)['POST /api/lists/from/check']['body']>;
type Set = z.input<(typeof listSetCalls)['POST /api/lists/from']['body']>;

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const list = async (name: string, names: string[], owner = user) => {
    const id = await createListRow(app.deps, { user_id: owner.id, name });
    if (names.length > 0)
      await owner.call('POST /api/recipients/bulk', { body: { list_id: id, recipients: names } });
    return id;
  };
  const check = async (body: Check) => user.call('POST /api/lists/from/check', { body });
  const make = async (body: Set) => user.call('POST /api/lists/from', { body });
  return { app, user, list, check, make };
}

/** The names of a list and their statuses, in the order in which they were added. */
async function peopleOf(user: SignedUp, id: number): Promise<string[]> {
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id },
    query: { sort_by: 'added_asc' },
  });
  return recipients.map(({ recipient, status }) =>
    status === 'pending' ? recipient : `${recipient} ${status}`,
  );
}

const NONE = { people: 0, in_both: 0, not_matching: 0, blocked: 0, already_there: 0, parts: [] };

test('lists merge, subtract, intersect, split and are copied, and nobody leaves a source', async (t) => {
  const { user, list, check, make } = await start(t);
  const a = await list('A', ['c', 'a', 'b']);
  const b = await list('B', ['d', 'b']);
  const made = async (body: Set) => {
    const { name: _name, keep_status: _keep, ...asked } = body;
    const counted = await check(asked);
    const { lists, ...told } = await make(body);
    assert.deepEqual(told, counted);
    assert.equal(
      lists.reduce((sum, { pending }) => sum + pending, 0),
      told.people,
    );
    return { told, lists: await Promise.all(lists.map(({ id }) => peopleOf(user, id))) };
  };
  assert.deepEqual(await made({ kind: 'merge', list_ids: [a, b], name: 'Both' }), {
    told: { ...NONE, people: 4, in_both: 1 },
    lists: [['a', 'b', 'c', 'd']],
  });
  assert.deepEqual(await made({ kind: 'subtract', list_ids: [a, b], name: 'A only' }), {
    told: { ...NONE, people: 2, in_both: 1 },
    lists: [['a', 'c']],
  });
  assert.deepEqual(await made({ kind: 'intersect', list_ids: [a, b], name: 'In both' }), {
    told: { ...NONE, people: 1, in_both: 1 },
    lists: [['b']],
  });
  const split = await made({ kind: 'split', list_ids: [a], parts: 2, name: 'Half' });
  assert.deepEqual(split.told, {
    ...NONE,
    people: 3,
    parts: [
      { value: null, people: 2 },
      { value: null, people: 1 },
    ],
  });
  assert.deepEqual(
    [split.lists.map(({ length }) => length), split.lists.flat().toSorted()],
    [
      [2, 1],
      ['a', 'b', 'c'],
    ],
  );
  assert.deepEqual(await made({ kind: 'copy', list_ids: [a], search: 'a', name: 'Copy' }), {
    told: { ...NONE, people: 1, not_matching: 2 },
    lists: [['a']],
  });
  const where: Check['where'] = [{ kind: 'list', id: b, test: 'is_not' }];
  assert.deepEqual(await made({ kind: 'merge', list_ids: [a, b], where, name: 'Neither' }), {
    told: { ...NONE, people: 2, not_matching: 2 },
    lists: [['a', 'c']],
  });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'a' } });
  assert.deepEqual(await made({ kind: 'subtract', list_ids: [a, b], name: 'Fewer' }), {
    told: { ...NONE, people: 1, in_both: 1, blocked: 1 },
    lists: [['c']],
  });
  assert.deepEqual(
    [await peopleOf(user, a), await peopleOf(user, b)],
    [
      ['c', 'a', 'b'],
      ['d', 'b'],
    ],
  );
  const { lists } = await user.call('GET /api/lists', { query: { sort_by: 'name' } });
  assert.deepEqual(
    lists.map(({ name, pending }) => [name, pending]),
    [
      ['A', 3],
      ['A only', 2],
      ['B', 2],
      ['Both', 4],
      ['Copy', 1],
      ['Fewer', 1],
      ['Half 1', 2],
      ['Half 2', 1],
      ['In both', 1],
      ['Neither', 2],
    ],
  );
});

test('a merge adds to an existing list, by the first list that has somebody, and can be undone', async (t) => {
  const { app, user, list, check, make } = await start(t);
  const a = await list('A', ['ada', 'bo', 'cy']);
  const b = await list('B', ['bo', 'di']);
  await app.database.pool.query(
    `update recipients set status = 'sent' where list_id = $1 and recipient = 'bo'`,
    [a],
  );
  const into = await list('All', ['ada']);
  const wanted: Set = { kind: 'merge', list_ids: [a, b], into };
  const counted = { ...NONE, people: 3, in_both: 1, already_there: 1 };
  assert.deepEqual(await check(wanted), counted);
  const { lists, ...told } = await make(wanted);
  assert.deepEqual([told, lists.map(({ id, pending }) => [id, pending])], [counted, [[into, 4]]]);
  assert.deepEqual(await peopleOf(user, into), ['ada', 'bo', 'cy', 'di']);
  assert.equal((await refusal(make(wanted))).message, 'All of them are in that list already.');
  const { imports } = await user.call('GET /api/lists/{id}/imports', { params: { id: into } });
  const [last] = imports;
  assert.deepEqual(await user.call('DELETE /api/recipients/import/{id}', { params: { id: last?.id ?? 0 } }), {
    removed: 3,
    restored: 0,
  });
  const kept = await make({ kind: 'merge', list_ids: [a, b], name: 'Kept', keep_status: true });
  const [{ id = 0, sent = 0, pending = 0 } = {}] = kept.lists;
  assert.deepEqual([await peopleOf(user, id), sent, pending], [['ada', 'bo sent', 'cy', 'di'], 1, 3]);
});

test('a split by the values of a field puts the rarest and those without one together', async (t) => {
  const { user, list, check, make } = await start(t);
  const { field } = await user.call('POST /api/fields', { body: { name: 'city', label: 'City' } });
  const source = await list('People', ['none']);
  const cities = Array.from({ length: 11 }, (_, n) => `City ${String(n).padStart(2, '0')}`);
  await user.call('POST /api/recipients/import', {
    body: {
      list_id: source,
      columns: [{ field: field.id }],
      rows: [...cities.map((city, n) => [`p${n}`, city]), ['extra', 'City 10']],
    },
  });
  const wanted: Check = { kind: 'split', list_ids: [source], field_id: field.id };
  const parts = [
    { value: 'City 10', people: 2 },
    ...cities.slice(0, 9).map((value) => ({ value, people: 1 })),
    { value: null, people: 2 },
  ];
  assert.deepEqual(await check(wanted), { ...NONE, people: 13, parts });
  const { lists } = await make({ ...wanted, name: 'By' });
  assert.deepEqual(
    [lists.length, lists[0]?.name, lists.at(-1)?.name, await peopleOf(user, lists.at(-1)?.id ?? 0)],
    [11, 'By: City 10', 'By: others', ['none', 'p9']],
  );
});

test('a set of what is not there, or of nothing, is refused in words', async (t) => {
  const { app, user, list, check, make } = await start(t);
  const other = await app.signUp();
  const a = await list('A', ['ada']);
  const foreign = await list('Foreign', ['bo'], other);
  const { field } = await other.call('POST /api/fields', { body: { name: 'city', label: 'City' } });
  const { tag } = await other.call('POST /api/tags', { body: { name: 'Theirs' } });
  const merge = { kind: 'merge', name: 'New' } as const;
  const copy: Set = { kind: 'copy', list_ids: [a], name: 'New' };
  const split: Set = { kind: 'split', list_ids: [a], name: 'New' };
  const missing = (kind: string) =>
    `This filter asks for a ${kind} that is not there. Take that condition away.`;
  const cases: [Set, number, string][] = [
    [{ ...merge, list_ids: [a, foreign] }, 404, 'List not found'],
    [{ kind: 'merge', list_ids: [a, a + 1000], into: foreign }, 404, 'List not found'],
    [{ ...split, field_id: field.id }, 404, 'Field not found'],
    [{ ...copy, where: [{ kind: 'field', id: field.id, test: 'empty' }] }, 404, missing('field')],
    [{ ...copy, where: [{ kind: 'tag', id: tag.id, test: 'is_not' }] }, 404, missing('tag')],
    [{ ...copy, where: [{ kind: 'list', id: foreign, test: 'is_not' }] }, 404, missing('list')],
    [{ ...merge, list_ids: [a] }, 400, 'Choose 2 to 10 lists.'],
    [{ ...merge, list_ids: [a, a] }, 400, 'Choose different lists.'],
    [{ ...merge, kind: 'subtract', list_ids: [a, foreign, a] }, 400, 'Choose two lists.'],
    [{ ...copy, search: 'nobody' }, 400, 'Nobody would be in the new list.'],
    [{ ...split, parts: 2 }, 400, 'There are fewer people than parts.'],
    [{ ...split, parts: 11 }, 400, 'A list is split into 2 to 10 parts.'],
    [split, 400, 'Say either into how many parts, or by which field.'],
    [{ kind: 'copy', list_ids: [a] }, 400, 'Name the new list.'],
    [{ kind: 'copy', list_ids: [a], into: a }, 400, 'Only a merge goes into an existing list.'],
  ];
  for (const [body, status, words] of cases) {
    const refused = await refusal(make(body));
    assert.deepEqual([refused.status, refused.message], [status, words]);
    if (status !== 404) continue;
    const { name: _name, keep_status: _keep, ...asked } = body;
    assert.equal((await refusal(check(asked))).message, words, 'counted');
  }
  assert.equal((await user.call('GET /api/lists')).lists.length, 1);
  const ended = await app.signUp({ subscriptionDays: -1 });
  assert.equal((await refusal(ended.call('POST /api/lists/from', { body: copy }))).status, 403);
  assert.equal((await check({ kind: 'copy', list_ids: [a], ids: [1] })).people, 1);
});

test('a set and an import of a user exclude each other, and so do two sets', async (t) => {
  const { app, user, list, make } = await start(t);
  const a = await list('A', ['ada']);
  await rolledBack(app.database, async (client) => {
    // As an import of another server, and as another set, holds it.
    await client.query('select pg_advisory_xact_lock(5, $1::int)', [user.id]);
    const { status, message } = await refusal(make({ kind: 'copy', list_ids: [a], name: 'New' }));
    assert.deepEqual(
      [status, message],
      [409, 'An import or another change of your people is running. Try again when it has ended.'],
    );
  });
  const calls = ['One', 'Two'].map((name) => make({ kind: 'copy', list_ids: [a], name }));
  const importing = user.call('POST /api/recipients/bulk', { body: { list_id: a, recipients: ['bo'] } });
  const settled = await Promise.allSettled([...calls, importing]);
  for (const one of settled)
    if (one.status === 'rejected') assert.equal(one.reason.status, 409, String(one.reason));
  assert.ok(settled.some(({ status }) => status === 'fulfilled'));
});

test('the planner knows of the people of a long import and of a long set', async (t) => {
  const { app, list, make } = await start(t);
  const names = Array.from({ length: 2_000 }, (_, n) => `p${n}`);
  const known = async () => {
    const { rows } = await app.database.pool.query(
      `select most_common_vals::text as lists from pg_stats where tablename = 'recipients' and attname = 'list_id'`,
    );
    return rows[0]?.lists;
  };
  const long = await list('Long', names);
  assert.equal(await known(), `{${long}}`);
  const { lists } = await make({ kind: 'copy', list_ids: [long], name: 'Copy' });
  assert.equal(await known(), `{${long},${lists[0]?.id}}`);
});
