import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

test('a name is stored in its normalized form, and adding it again answers the same', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { entry } = await user.call('POST /api/do-not-contact', {
    body: { recipient: '\u200e @Lena.\u00adHartog ' },
  });
  assert.deepEqual(entry, {
    id: entry.id,
    recipient: 'lena.hartog',
    created_at: app.clock.now().toISOString(),
    how: 'hand',
  });
  app.clock.advance(60_000);
  const again = await user.call('POST /api/do-not-contact', { body: { recipient: 'LENA.HARTOG' } });
  assert.deepEqual(again.entry, entry);
  const { do_not_contact, pagination } = await user.call('GET /api/do-not-contact');
  assert.deepEqual(do_not_contact, [entry]);
  assert.deepEqual(pagination, { currentPage: 1, totalPages: 1, totalItems: 1, itemsPerPage: 10 });
});

test('simultaneous adds of the same name make one entry', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const adds = Array.from({ length: 5 }, () =>
    user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } }),
  );
  const ids = new Set((await Promise.all(adds)).map(({ entry }) => entry.id));
  assert.equal(ids.size, 1);
});

test('an impossible Instagram username is refused with the reason', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const reasons = {
    'kaffebaren oslo': '"kaffebaren oslo" has a space',
    'https://instagram.com/x': '"https://instagram.com/x" is not a username',
    'lena..h': '"lena..h" has two dots in a row',
    'lena.': '"lena." ends with a dot',
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
  assert.deepEqual(await namesFor('https://www.instagram.com/maja_s/?hl=de'), ['maja_s']);
  assert.deepEqual(await namesFor('\u200e@@maja_'), ['maja_s']);
  assert.deepEqual(await namesFor('%'), []);
});

test('a name is removed, by its owner only, with or without a subscription', async (t) => {
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

test('many names are added by one call, which counts its lines by result', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  await user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } });
  const many = Array.from({ length: 9_996 }, (_, place) => `name_${place}`);
  const recipients = [' @Lena.Hartog ', 'olivia&oak', '', 'NAME_7', ...many];
  const add = (user: SignedUp, lines: string[]) =>
    user.call('POST /api/do-not-contact/bulk', { body: { recipients: lines } });
  const errors = [{ line: 2, value: 'olivia&oak', reason: 'has a character that usernames cannot have' }];
  assert.deepEqual(await add(user, recipients), {
    added: 9_996,
    duplicates: 1,
    already_there: 1,
    invalid: 1,
    errors,
  });
  assert.deepEqual(
    [(await add(user, recipients)).added, (await add(user, recipients)).already_there],
    [0, 9_997],
  );
  const { pagination } = await user.call('GET /api/do-not-contact', { query: { search: 'name_' } });
  assert.equal(pagination.totalItems, 9_996);
  const other = await app.signUp();
  assert.equal((await other.call('GET /api/do-not-contact')).pagination.totalItems, 0);
  assert.equal((await add(other, ['lena.hartog'])).added, 1);
  const none = await refusal(add(user, []));
  assert.deepEqual([none.status, none.body.error], [400, 'Please enter at least one recipient']);
  const tooMany = await refusal(
    add(
      user,
      Array.from({ length: 50_001 }, () => 'lena'),
    ),
  );
  assert.deepEqual([tooMany.status, tooMany.body.error], [400, 'Add at most 50,000 names at once']);
});
