import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseless } from '@pigeonpost/contract/text/caseless';
import { sql } from 'kysely';
import { caselessSql } from '../../database/sql/caseless.ts';
import { atTheSameMoment, rolledBack } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startImports } from '../../testing/table-imports.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';
import { removeFieldsAndTags } from '../fields/remove-fields-and-tags.ts';

const makeTag = async (user: SignedUp, name: string) =>
  (await user.call('POST /api/tags', { body: { name } })).tag;

const namesOf = async (user: SignedUp) => (await user.call('GET /api/tags')).tags.map(({ name }) => name);

test('a tag is made, renamed and deleted, and people lose it for good', async (t) => {
  const { app, user, load } = await startImports(t);
  await load({
    columns: [{ tags: true }],
    rows: [
      ['ann', 'VIP,fair'],
      ['bo', 'vip'],
      ['cy', ''],
    ],
  });
  const counts = async () => {
    const { tags, is_counted_to_end } = await user.call('GET /api/tags', { query: { counted: 'true' } });
    return [tags.map(({ name, people }) => [name, people]), is_counted_to_end];
  };
  const made = await makeTag(user, ' New \n one ');
  assert.deepEqual(made, { id: made.id, name: 'New one', people: null });
  assert.deepEqual(await counts(), [
    [
      ['fair', 1],
      ['New one', 0],
      ['VIP', 2],
    ],
    true,
  ]);
  const vip = (await user.call('GET /api/tags')).tags.find(({ name }) => name === 'VIP');
  const params = { id: vip?.id ?? 0 };
  await user.call('PUT /api/tags/{id}', { params, body: { name: 'vip' } });
  const tagsOf = async (name: string) =>
    (await user.call('GET /api/people/{name}', { params: { name } })).person.tags.map((one) => one.name);
  assert.deepEqual(await tagsOf('ann'), ['fair', 'vip'], 'a renamed tag stays on people');
  await user.call('DELETE /api/tags/{id}', { params });
  assert.deepEqual([await tagsOf('ann'), await namesOf(user)], [['fair'], ['fair', 'New one']]);
  const again = await makeTag(user, 'vip');
  assert.notEqual(again.id, params.id);
  await removeFieldsAndTags(app.deps);
  const { rows } = await app.database.pool.query(
    'select recipient, cardinality(tags) as tags from people order by 1',
  );
  assert.deepEqual(rows, [
    { recipient: 'ann', tags: 1 },
    { recipient: 'bo', tags: 0 },
  ]);
  assert.deepEqual(await tagsOf('bo'), []);
});

test('a tag that there cannot be, or that there is already, is refused in words', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { id } = await makeTag(user, 'fair');
  await makeTag(user, 'Straße');
  for (const [name, status, message] of [
    [' ', 400, 'Tag is required'],
    ['x'.repeat(41), 400, 'A tag has at most 40 characters'],
    ['STRAßE', 409, 'You have a tag STRAßE already.'],
  ] as const)
    for (const call of [
      () => makeTag(user, name),
      () => user.call('PUT /api/tags/{id}', { params: { id }, body: { name } }),
    ]) {
      const refused = await refusal(call());
      assert.deepEqual(
        [refused.status, refused.message, refused.body.fields],
        [status, message, { name: message }],
      );
    }
  assert.deepEqual(await namesOf(user), ['fair', 'Straße']);
});

test('a user has 200 tags at most, and of two at the same moment one is refused', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  for (let n = 1; n <= 199; n++) await makeTag(user, `tag ${n}`);
  const calls = ['a', 'b'].map((name) => () => makeTag(user, name));
  const made = await atTheSameMoment(app.database, { table: 'tags', calls });
  assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const { status, message } = await refusal(makeTag(user, 'c'));
  assert.deepEqual([status, message], [409, 'You have 200 tags, the most there can be. Remove one first.']);
});

test("another user's tag is not found, and an ended subscription or an import keeps tags as they are", async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { id } = await makeTag(user, 'fair');
  const writes = ({ call }: SignedUp) => [
    () => call('PUT /api/tags/{id}', { params: { id }, body: { name: 'mine' } }),
    () => call('DELETE /api/tags/{id}', { params: { id } }),
  ];
  for (const other of [await app.signUp(), await app.signUp({ role: 'admin' })]) {
    assert.deepEqual(await namesOf(other), []);
    for (const write of writes(other)) assert.equal((await refusal(write())).message, 'Tag not found');
    await makeTag(other, 'fair');
  }
  const ended = await app.signUp({ subscriptionDays: -1 });
  for (const write of [...writes(ended), () => makeTag(ended, 'fair')])
    assert.equal((await refusal(write())).status, 403);
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(5, $1::int)', [user.id]);
    for (const write of [...writes(user), () => makeTag(user, 'new')])
      assert.equal(
        (await refusal(write())).message,
        'An import or another change of your people is running. Try again when it has ended.',
      );
  });
  assert.deepEqual(await namesOf(user), ['fair']);
  const { entries } = await user.call('GET /api/audit-log/own', { query: { limit: 100 } });
  assert.deepEqual(
    entries.filter(({ kind }) => kind === 'tag').map(({ action, subject_name }) => [action, subject_name]),
    [['created', 'fair']],
  );
});

test('one letter in two cases is one tag, made by hand or by an import, for page and database alike', async (t) => {
  const { app, user, load } = await startImports(t);
  const pairs = [
    ['Élan', 'ÉLAN'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İzmir', 'izmir'],
    ['друг', 'ДРУГ'],
    ['Straße', 'STRAẞE'],
  ] as const;
  for (const [name, other] of pairs) {
    await makeTag(user, name);
    assert.equal((await refusal(makeTag(user, other))).status, 409, other);
  }
  await load({ columns: [{ tags: true }], rows: pairs.map(([, other], at) => [`p${at}`, other]) });
  assert.deepEqual((await namesOf(user)).toSorted(), pairs.map(([name]) => name).toSorted());
  const { tags } = await user.call('GET /api/tags', { query: { counted: 'true' } });
  assert.ok(
    tags.every(({ people }) => people === 1),
    'each row has its tag',
  );
  const texts = [...pairs.flat(), 'E\u0301', 'I\u0307', 'ΑΣ ΒΣ', 'Ǆ', 'Ⅷ', 'ԱՆՈՒՆ', 'ĳ', 'ꙀꙁÅ'];
  for (const text of texts) {
    const { rows } = await sql<{ same: string }>`select ${caselessSql(sql`${text}::text`)} as same`.execute(
      app.database.db,
    );
    assert.equal(rows[0]?.same, caseless(text), text);
  }
});

test('tags that are made at once are all made, and none is refused for an import that there is not', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const names = Array.from({ length: 30 }, (_, at) => `tag ${at}`);
  await Promise.all(names.map((name) => user.call('POST /api/tags', { body: { name } })));
  assert.equal((await user.call('GET /api/tags')).tags.length, names.length);
});
