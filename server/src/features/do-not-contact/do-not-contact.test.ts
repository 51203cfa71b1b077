import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

test('a name is kept in its plain form, and adding it again answers the same', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { entry } = await user.call('POST /api/do-not-contact', { body: { recipient: ' @Lena.Hartog ' } });
  assert.deepEqual(entry, {
    id: entry.id,
    recipient: 'lena.hartog',
    created_at: app.clock.now().toISOString(),
  });
  app.clock.advance(60_000);
  const again = await user.call('POST /api/do-not-contact', { body: { recipient: 'LENA.HARTOG' } });
  assert.deepEqual(again.entry, entry);
  const { do_not_contact, pagination } = await user.call('GET /api/do-not-contact');
  assert.deepEqual(do_not_contact, [entry]);
  assert.deepEqual(pagination, { currentPage: 1, totalPages: 1, totalItems: 1, itemsPerPage: 10 });
});

test('of the same name added at the same moment there is one entry', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const adds = Array.from({ length: 5 }, () =>
    user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } }),
  );
  const ids = new Set((await Promise.all(adds)).map(({ entry }) => entry.id));
  assert.equal(ids.size, 1);
});

test('a name that Instagram would not take is refused with the reason', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const reasons = {
    'kaffebaren oslo': '"kaffebaren oslo" has a space',
    'https://instagram.com/x': '"https://instagram.com/x" is not a username',
    'olivia&oak': '"olivia&oak" has a character that usernames cannot have',
    '@': 'Username is required',
    ' ': 'Username is required',
  };
  for (const [recipient, reason] of Object.entries(reasons)) {
    const error = await refusal(user.call('POST /api/do-not-contact', { body: { recipient } }));
    assert.equal(error.status, 400);
    assert.deepEqual(error.body, { error: reason, fields: { recipient: reason } });
  }
});

test('names are answered newest first, found by any part, with or without @', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  for (const recipient of ['maja_s', 'lena.hartog', 'majas']) {
    await user.call('POST /api/do-not-contact', { body: { recipient } });
  }
  const namesFor = async (search: string) => {
    const { do_not_contact } = await user.call('GET /api/do-not-contact', { query: { search } });
    return do_not_contact.map(({ recipient }) => recipient);
  };
  assert.deepEqual(await namesFor(''), ['majas', 'lena.hartog', 'maja_s']);
  assert.deepEqual(await namesFor('MAJA'), ['majas', 'maja_s']);
  assert.deepEqual(await namesFor('@maja_'), ['maja_s']);
  assert.deepEqual(await namesFor('%'), []);
});

test('a name is taken off, by its owner only, whatever became of the subscription', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ subscriptionDays: null });
  const { entry } = await user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } });
  const params = { id: entry.id };
  const other = await app.signUp();
  assert.equal((await refusal(other.call('DELETE /api/do-not-contact/{id}', { params }))).status, 404);
  assert.deepEqual((await other.call('GET /api/do-not-contact')).do_not_contact, []);
  await user.call('DELETE /api/do-not-contact/{id}', { params });
  assert.deepEqual((await user.call('GET /api/do-not-contact')).do_not_contact, []);
  assert.equal((await refusal(user.call('DELETE /api/do-not-contact/{id}', { params }))).status, 404);
  assert.equal((await refusal(app.client()('GET /api/do-not-contact'))).status, 401);
});
