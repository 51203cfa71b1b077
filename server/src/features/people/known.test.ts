import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { atTheSameMoment } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { countOf, startImports } from '../../testing/table-imports.ts';
import type { SignedUp } from '../../testing/test-app.ts';

/** Lena, who is in a list with a city, a tag and a note; Ann, who is only in the list; and the ids of fields and tags. */
async function start(t: TestContext) {
  const { app, user, list, load } = await startImports(t);
  await load({
    columns: [{ new_field: 'city', label: 'City' }, { new_field: 'wants' }, { tags: true }, { note: true }],
    rows: [
      ['lena', 'Oslo', '', 'vip,Fair', 'Called twice'],
      ['ann', '', '', '', ''],
      ['bo', '', '', 'fair', ''],
    ],
  });
  const ids = async (table: string) => {
    const { rows } = await app.database.pool.query(`select lower(name) as name, id from ${table}`);
    return Object.fromEntries(rows.map(({ name, id }) => [name, id])) as Record<string, number>;
  };
  const [field, tag] = [await ids('fields'), await ids('tags')];
  const of = async (name: string, as = user) =>
    (await as.call('GET /api/people/{name}', { params: { name } })).person;
  const change = (name: string, body: object, as = user) =>
    as.call('PUT /api/people/{name}', { params: { name }, body });
  const write = (name: string, text: string, as: SignedUp = user) =>
    as.call('POST /api/people/{name}/notes', { params: { name }, body: { text } });
  const found = async (search: string) =>
    (await user.call('GET /api/search', { query: { search } })).people.map(({ name }) => name);
  return { app, user, list, field, tag, of, change, write, found };
}

test("a person's page has what is known, and only that", async (t) => {
  const { app, user, of, field, tag } = await start(t);
  const lena = await of('@Lena');
  assert.deepEqual(lena.fields, [{ id: field.city, name: 'city', label: 'City', value: 'Oslo' }]);
  assert.deepEqual(lena.tags, [
    { id: tag.fair, name: 'Fair' },
    { id: tag.vip, name: 'vip' },
  ]);
  assert.deepEqual(lena.notes, [
    {
      id: lena.notes[0]?.id,
      text: 'Called twice',
      author_name: user.username,
      created_at: app.clock.now().toISOString(),
    },
  ]);
  const ann = await of('ann');
  assert.deepEqual([ann.fields, ann.tags, ann.notes], [[], [], []]);
});

test('values are written by field, cleaned, and taken away', async (t) => {
  const { app, of, change, field, tag } = await start(t);
  const [city, wants] = [String(field.city), String(field.wants)];
  const { person } = await change('LENA', { fields: { [wants]: ' Blue\n mugs\t' } });
  assert.deepEqual(
    person.fields.map(({ name, value }) => [name, value]),
    [
      ['city', 'Oslo'],
      ['wants', 'Blue  mugs'],
    ],
  );
  assert.equal(person.tags.length, 2, 'what is left out stays');
  assert.deepEqual((await of('lena')).fields, person.fields);
  await change('lena', { fields: { [city]: null, [wants]: ' ' }, tags: [tag.fair, tag.fair] });
  const lena = await of('lena');
  assert.deepEqual([lena.fields, lena.tags.map(({ name }) => name)], [[], ['Fair']]);
  await change('ann', { fields: { [city]: null }, tags: [] });
  assert.equal(await countOf(app, 'people'), 2, 'knowing nothing makes no row');
  await change('ann', { tags: [tag.vip, tag.fair] });
  assert.deepEqual(
    (await of('ann')).tags.map(({ name }) => name),
    ['Fair', 'vip'],
  );
});

test('two writers of different fields both win, and of one field the last', async (t) => {
  const { of, change, field } = await start(t);
  const [city, wants] = [String(field.city), String(field.wants)];
  await Promise.all([
    change('ann', { fields: { [city]: 'Bergen' } }),
    change('ann', { fields: { [wants]: 'Bowls' } }),
  ]);
  await change('ann', { fields: { [city]: 'Rome' } });
  assert.deepEqual(
    (await of('ann')).fields.map(({ value }) => value),
    ['Rome', 'Bowls'],
  );
});

test('what a person cannot have is refused in words, and changes nothing', async (t) => {
  const { app, user, of, change, field, tag } = await start(t);
  const [city, wants] = [String(field.city), String(field.wants)];
  const other = await app.signUp();
  const theirs = (await other.call('POST /api/fields', { body: { name: 'city' } })).field.id;
  const before = await of('lena');
  for (const [body, status, message] of [
    [{}, 400, 'Nothing to change: name at least one field'],
    [{ fields: { [city]: 'x'.repeat(501) } }, 400, 'A value must not exceed 500 characters'],
    [{ fields: { city: 'Rome' } }, 400, 'fields.city is missing or not valid'],
    [{ fields: { [city]: 7 } }, 400, 'A value is a text, or null'],
    [{ fields: { [wants]: 'Mugs', [theirs]: 'Rome' } }, 404, 'Field not found'],
    [{ fields: { '999': null } }, 404, 'Field not found'],
    [{ tags: [tag.vip, 999] }, 404, 'Tag not found'],
    [{ tags: Array.from({ length: 21 }, (_, n) => n + 1) }, 400, 'A person has at most 20 tags'],
  ] as const) {
    const refused = await refusal(change('lena', body));
    assert.deepEqual([refused.status, refused.message], [status, message]);
  }
  assert.deepEqual(await of('lena'), before);
  const many: Record<string, string> = {};
  for (let n = 0; n < 16; n++) {
    const { field: made } = await user.call('POST /api/fields', { body: { name: `long_${n}` } });
    many[made.id] = '🔥'.repeat(500);
  }
  await change('ann', { fields: many });
  const { status, message } = await refusal(change('ann', { fields: { [city]: 'x' } }));
  assert.deepEqual([status, message], [400, 'The values of a person have at most 8,000 characters together']);
  const [first] = Object.keys(many);
  await change('ann', { fields: { [first as string]: '🔥'.repeat(499), [city]: 'x' } });
});

test('only a person whom the user has can be changed', async (t) => {
  const { app, change, write, of, field, found } = await start(t);
  const fields = { [String(field.city)]: 'Oslo' };
  const stranger = await app.signUp();
  for (const call of [
    () => change('nobody', { fields }),
    () => write('nobody', 'Hello'),
    () => change('lena', { tags: [] }, stranger),
    () => write('lena', 'Mine', stranger),
    () => of('lena', stranger),
  ]) {
    const refused = await refusal(call());
    assert.deepEqual([refused.status, refused.message], [404, 'Nobody of this name here.']);
  }
  assert.deepEqual(await found('nobody'), []);
});

test('who is in no list any more is found by what is known, until that is gone', async (t) => {
  const { user, list, of, change, found, field, tag } = await start(t);
  await user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
  assert.deepEqual([await found('lena'), await found('bo'), await found('ann')], [['lena'], ['bo'], []]);
  assert.equal((await of('lena')).list_count, 0);
  await change('bo', { tags: [] });
  assert.equal((await refusal(of('bo'))).status, 404);
  await change('lena', { tags: [] });
  const [note] = (await of('lena')).notes;
  const params = { name: 'lena', id: note?.id ?? 0 };
  await user.call('DELETE /api/people/{name}/notes/{id}', { params });
  assert.deepEqual(await found('len'), ['lena']);
  await user.call('DELETE /api/fields/{id}', { params: { id: field.city as number } });
  assert.deepEqual(await found('len'), [], 'a deleted field shows nowhere');
  assert.equal((await refusal(of('lena'))).status, 404);
  assert.ok(tag.vip);
});

test('notes are added and deleted, newest first, also with an expired subscription', async (t) => {
  const { app, user, of, write } = await start(t);
  await app.database.pool.query(`update users set subscription_end_date = '2020-01-01' where id = $1`, [
    user.id,
  ]);
  const { note } = await write('@Ann', ' Met at the fair\nin Oslo ');
  assert.deepEqual([note.text, note.author_name], ['Met at the fair\nin Oslo', user.username]);
  await write('ann', 'Second');
  assert.deepEqual(
    (await of('ann')).notes.map(({ text }) => text),
    ['Second', 'Met at the fair\nin Oslo'],
  );
  const remove = (name: string, as = user) =>
    as.call('DELETE /api/people/{name}/notes/{id}', { params: { name, id: note.id } });
  for (const call of [() => remove('lena'), async () => remove('ann', await app.signUp())])
    assert.deepEqual((await refusal(call())).message, 'Note not found');
  await remove('ann');
  assert.equal((await of('ann')).notes.length, 1);
  for (const [text, message] of [
    [' ', 'Note is required'],
    ['x'.repeat(2001), 'Note must not exceed 2,000 characters'],
  ] as const)
    assert.equal((await refusal(write('ann', text))).message, message);
  const changing = user.call('PUT /api/people/{name}', { params: { name: 'ann' }, body: { tags: [] } });
  assert.equal((await refusal(changing)).status, 403);
});

test('a person has 100 notes at most, and of two at the same moment one is refused', async (t) => {
  const { app, of, write } = await start(t);
  for (let n = 1; n <= 99; n++) await write('ann', `Note ${n}`);
  const calls = ['a', 'b'].map((text) => () => write('ann', text));
  const made = await atTheSameMoment(app.database, { table: 'person_notes', calls });
  assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const { status, message } = await refusal(write('ann', 'c'));
  assert.deepEqual([status, message], [409, 'A person has at most 100 notes. Delete one first.']);
  assert.equal((await of('ann')).notes.length, 100);
});
