import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RecipientBulkAction, RecipientSort, RecipientStatus } from '@pigeonpost/contract/recipients';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const add = async (recipient: string) =>
    (await user.call('POST /api/recipients', { body: { recipient, list_id: list.id } })).recipient;
  const setStatus = (id: number, status: RecipientStatus) =>
    user.call('PUT /api/recipients/{id}/status', { params: { id }, body: { status } });
  const page = (
    query: {
      search?: string;
      status?: RecipientStatus;
      sort_by?: RecipientSort;
      page?: number;
      limit?: number;
    } = {},
  ) => user.call('GET /api/lists/{id}/recipients', { params: { id: list.id }, query });
  const namesFor = async (query: Parameters<typeof page>[0]) =>
    (await page(query)).recipients.map(({ recipient }) => recipient);
  const counts = async () => {
    const { list: now } = await user.call('GET /api/lists/{id}', { params: { id: list.id } });
    return [now.pending, now.sent, now.failed, now.not_found, now.recipient_count];
  };
  return { app, user, list, add, setStatus, page, namesFor, counts };
}

test('recipients are sorted by name, status and when they were added, in pages, and found ones too', async (t) => {
  const { add, setStatus, page, user, list } = await start(t);
  const names = ['nils', 'ada', 'maja', 'bo', 'siri'];
  const ids = new Map<string, number>();
  for (const name of names) ids.set(name, (await add(name)).id);
  await setStatus(ids.get('ada') ?? 0, 'sent');
  await setStatus(ids.get('bo') ?? 0, 'failed');
  await setStatus(ids.get('siri') ?? 0, 'not_found');
  const sorted = async (sort_by: RecipientSort, search = '') => {
    const pages = await Promise.all(
      [1, 2, 3].map((number) =>
        user.call('GET /api/lists/{id}/recipients', {
          params: { id: list.id },
          query: { sort_by, search, page: number, limit: 2 },
        }),
      ),
    );
    return pages.flatMap(({ recipients }) => recipients.map(({ recipient }) => recipient)).join(' ');
  };
  const expected: [RecipientSort, string, string][] = [
    ['added_desc', 'siri bo maja ada nils', 'siri maja ada'],
    ['added_asc', 'nils ada maja bo siri', 'ada maja siri'],
    ['name_asc', 'ada bo maja nils siri', 'ada maja siri'],
    ['name_desc', 'siri nils maja bo ada', 'siri maja ada'],
    ['status_asc', 'maja nils ada bo siri', 'maja ada siri'],
    ['status_desc', 'siri bo ada maja nils', 'siri ada maja'],
  ];
  await add('anna');
  await user.call('POST /api/lists/{id}/recipients/bulk', {
    params: { id: list.id },
    body: { action: 'delete', search: 'anna' },
  });
  for (const [sort_by, all, found] of expected) {
    assert.equal(await sorted(sort_by), all, sort_by);
    const some = await page({ search: 'a', sort_by });
    const without = some.recipients.map(({ recipient }) => recipient).join(' ');
    assert.equal(without, found.replace('siri', '').replace(/\s+/g, ' ').trim(), `${sort_by}, found`);
  }
});

test('a recipient is added pending, in the plain form of its name, and counted', async (t) => {
  const { app, list, add, counts, page } = await start(t);
  const recipient = await add(' @Lena.Hartog ');
  assert.deepEqual(recipient, {
    id: recipient.id,
    recipient: 'lena.hartog',
    status: 'pending',
    created_at: app.clock.now().toISOString(),
    list_id: list.id,
    do_not_contact: false,
    unclear: false,
  });
  assert.deepEqual(await counts(), [1, 0, 0, 0, 1]);
  assert.deepEqual(await page(), {
    recipients: [recipient],
    pagination: { page: 1, limit: 50, total: 1, pages: 1 },
  });
});

test('a list holds a name once, however it is typed, and two lists may both hold it', async (t) => {
  const { user, add, counts } = await start(t);
  await add('lena');
  const again = await refusal(add('@LENA'));
  assert.equal(again.status, 409);
  assert.deepEqual(again.body, { error: 'This recipient is already in the list' });
  const outcomes = await Promise.allSettled([add('maja'), add('maja'), add('maja')]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await counts(), [2, 0, 0, 0, 2]);
  const { list } = await user.call('POST /api/lists', { body: { name: 'Others' } });
  await user.call('POST /api/recipients', { body: { recipient: 'lena', list_id: list.id } });
});

test('a name that cannot be one, or is on do-not-contact, is not added', async (t) => {
  const { user, add, counts } = await start(t);
  const wrong = await refusal(add('lena hartog'));
  assert.equal(wrong.status, 400);
  assert.equal(wrong.body.error, '"lena hartog" has a space');
  assert.equal((await refusal(add(' '))).body.error, 'Username is required');
  await user.call('POST /api/do-not-contact', { body: { recipient: 'lena' } });
  const blocked = await refusal(add('@Lena'));
  assert.equal(blocked.status, 409);
  assert.equal(blocked.body.error, '"lena" is on your do-not-contact list. Take the name off it first.');
  assert.deepEqual(await counts(), [0, 0, 0, 0, 0]);
});

test("somebody else's do-not-contact list stands in nobody's way", async (t) => {
  const { app, add } = await start(t);
  const other = await app.signUp();
  await other.call('POST /api/do-not-contact', { body: { recipient: 'lena' } });
  assert.equal((await add('lena')).do_not_contact, false);
});

test('recipients are answered newest first in pages, whatever their statuses', async (t) => {
  const { add, setStatus, page, namesFor } = await start(t);
  const ids = [];
  for (let n = 1; n <= 7; n++) ids.push((await add(`name_${n}`)).id);
  await setStatus(ids[1] as number, 'sent');
  await setStatus(ids[4] as number, 'failed');
  await setStatus(ids[5] as number, 'not_found');
  assert.deepEqual(
    await namesFor({}),
    [7, 6, 5, 4, 3, 2, 1].map((n) => `name_${n}`),
  );
  assert.deepEqual(await namesFor({ page: 2, limit: 3 }), ['name_4', 'name_3', 'name_2']);
  assert.deepEqual((await page({ page: 2, limit: 3 })).pagination, { page: 2, limit: 3, total: 7, pages: 3 });
  assert.deepEqual(await page({ page: 4, limit: 3 }), {
    recipients: [],
    pagination: { page: 4, limit: 3, total: 7, pages: 3 },
  });
  assert.deepEqual(await namesFor({ status: 'pending', limit: 2 }), ['name_7', 'name_4']);
  const failed = await page({ status: 'failed' });
  assert.deepEqual(failed.pagination, { page: 1, limit: 50, total: 1, pages: 1 });
  assert.deepEqual(
    failed.recipients.map(({ recipient, status }) => [recipient, status]),
    [['name_5', 'failed']],
  );
});

test('a search finds any part of a name, with or without @, and joins with the status', async (t) => {
  const { add, setStatus, page, namesFor } = await start(t);
  for (const name of ['maja_s', 'lena.hartog', 'majas', 'ola']) await add(name);
  const sent = await add('maja_t');
  await setStatus(sent.id, 'sent');
  assert.deepEqual(await namesFor({ search: 'AJA' }), ['maja_t', 'majas', 'maja_s']);
  assert.deepEqual(await namesFor({ search: '@maja_' }), ['maja_t', 'maja_s']);
  assert.deepEqual(await namesFor({ search: 'maja', status: 'sent' }), ['maja_t']);
  assert.deepEqual(await namesFor({ search: '%' }), []);
  const second = await page({ search: 'maja', page: 2, limit: 2 });
  assert.deepEqual(second.pagination, { page: 2, limit: 2, total: 3, pages: 2 });
  assert.deepEqual(
    second.recipients.map(({ recipient }) => recipient),
    ['maja_s'],
  );
});

test('a page says which names are on do-not-contact', async (t) => {
  const { user, add, page } = await start(t);
  await add('lena');
  await add('maja');
  await user.call('POST /api/do-not-contact', { body: { recipient: 'lena' } });
  for (const query of [{}, { search: 'a' }]) {
    assert.deepEqual(
      (await page(query)).recipients.map(({ recipient, do_not_contact }) => [recipient, do_not_contact]),
      [
        ['maja', false],
        ['lena', true],
      ],
    );
  }
});

test('a page of a wrong size or status is refused', async (t) => {
  const { user, list, page } = await start(t);
  assert.equal((await refusal(page({ limit: 101 }))).status, 400);
  assert.equal((await refusal(page({ page: 0 }))).status, 400);
  const status = 'lost' as RecipientStatus;
  const error = await refusal(page({ status }));
  assert.match(error.body.error, /^Status must be pending, sent, failed, not_found, /);
  const { recipient } = await user.call('POST /api/recipients', {
    body: { recipient: 'a', list_id: list.id },
  });
  const params = { id: recipient.id };
  assert.equal(
    (await refusal(user.call('PUT /api/recipients/{id}/status', { params, body: { status } }))).status,
    400,
  );
});

test('the counts follow every change by hand', async (t) => {
  const { user, add, setStatus, counts } = await start(t);
  const lena = await add('lena');
  const maja = await add('maja');
  await setStatus(lena.id, 'sent');
  await setStatus(maja.id, 'not_found');
  assert.deepEqual(await counts(), [0, 1, 0, 1, 2]);
  assert.equal((await setStatus(lena.id, 'failed')).recipient.status, 'failed');
  assert.deepEqual(await counts(), [0, 0, 1, 1, 2]);
  await setStatus(lena.id, 'pending');
  await setStatus(lena.id, 'pending');
  assert.deepEqual(await counts(), [1, 0, 0, 1, 2]);
  await user.call('DELETE /api/recipients/{id}', { params: { id: maja.id } });
  assert.deepEqual(await counts(), [1, 0, 0, 0, 1]);
  const again = await refusal(user.call('DELETE /api/recipients/{id}', { params: { id: maja.id } }));
  assert.deepEqual(again.body, { error: 'Recipient not found' });
});

test('changes to one recipient at the same moment are counted once each', async (t) => {
  const { user, add, setStatus, counts } = await start(t);
  const { id } = await add('lena');
  const statuses = ['sent', 'failed', 'not_found', 'pending', 'sent'] as const;
  await Promise.all(statuses.map((status) => setStatus(id, status)));
  const [pending = 0, sent = 0, failed = 0, notFound = 0, all] = await counts();
  assert.equal(pending + sent + failed + notFound, 1);
  assert.equal(all, 1);
  const outcomes = await Promise.allSettled([
    user.call('DELETE /api/recipients/{id}', { params: { id } }),
    user.call('DELETE /api/recipients/{id}', { params: { id } }),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.deepEqual(await counts(), [0, 0, 0, 0, 0]);
});

test("somebody else's recipient is not there", async (t) => {
  const { app, add, counts } = await start(t);
  const { id } = await add('lena');
  const other = await app.signUp();
  const params = { id };
  const calls = [
    () => other.call('DELETE /api/recipients/{id}', { params }),
    () => other.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } }),
    () => other.call('PUT /api/recipients/{id}/status', { params, body: { status: 'pending' } }),
  ];
  for (const call of calls) {
    const error = await refusal(call());
    assert.equal(error.status, 404);
    assert.deepEqual(error.body, { error: 'Recipient not found' });
  }
  assert.deepEqual(await counts(), [1, 0, 0, 0, 1]);
});

test('all that match are changed a batch at a time, and the counts stay exact', async (t) => {
  const { app, user, list, counts, page } = await start(t);
  const recipients = Array.from({ length: 11_000 }, (_, index) => `name.${index}`);
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  const params = { id: list.id };
  const changeAll = async (body: {
    action: RecipientBulkAction;
    status?: RecipientStatus;
    search?: string;
  }) => {
    let [batches, changed, after_id] = [0, 0, 0];
    for (;;) {
      const batch = await user.call('POST /api/lists/{id}/recipients/bulk', {
        params,
        body: { ...body, after_id },
      });
      batches += 1;
      changed += batch.changed;
      if (batch.last_id === null) return [batches, changed];
      after_id = batch.last_id;
    }
  };
  // name.1000 to name.1999, and name.10000 to name.10999
  assert.deepEqual(await changeAll({ action: 'sent', search: '@Name.10' }), [1, 1111]);
  assert.deepEqual(await counts(), [9889, 1111, 0, 0, 11_000]);
  assert.deepEqual(await changeAll({ action: 'failed', status: 'pending' }), [2, 9889]);
  assert.deepEqual(await counts(), [0, 1111, 9889, 0, 11_000]);
  assert.deepEqual(await changeAll({ action: 'pending' }), [3, 11_000]);
  assert.deepEqual(
    await changeAll({ action: 'pending' }),
    [1, 0],
    'who is pending already keeps the place in line',
  );
  const { rows: line } = await app.database.pool.query<{ in_order: boolean }>(
    `select bool_and(after > position) as in_order
    from (select position, lead(position) over (order by id) as after from recipients) places`,
  );
  assert.deepEqual(line, [{ in_order: true }], 'they stand in line as they stand in the list');
  assert.deepEqual(await changeAll({ action: 'delete', search: 'name.5' }), [1, 1111]);
  assert.deepEqual(await counts(), [9889, 0, 0, 0, 9889]);
  assert.equal((await page({ search: 'name.5' })).pagination.total, 0);

  const other = await app.signUp();
  const all = { params, body: { action: 'delete' as const } };
  assert.equal((await refusal(other.call('POST /api/lists/{id}/recipients/bulk', all))).status, 404);
  const expired = await app.signUp({ subscriptionDays: null });
  assert.equal((await refusal(expired.call('POST /api/lists/{id}/recipients/bulk', all))).status, 403);
});
