import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

test('a search finds a part of a name in one’s own rows of every noun, and no other user’s', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const other = await app.signUp();
  for (const one of [user, other]) {
    await one.call('POST /api/lists', { body: { name: 'Asked about September' } });
    await one.call('POST /api/templates', { body: { name: 'September class', content: 'Hello {username}' } });
    await one.call('POST /api/profiles', {
      body: { profile_name: 'sept.studio', profile_path: '/home/marta/firefox/ab12.sept' },
    });
    await one.call('POST /api/lists', { body: { name: 'Wholesale' } });
  }
  const found = await user.call('GET /api/search', { query: { search: ' SEPT ' } });
  assert.deepEqual(
    [found.lists, found.templates].map((all) => all.map(({ name }) => name)),
    [['Asked about September'], ['September class']],
  );
  assert.deepEqual(
    found.profiles.map(({ profile_name }) => profile_name),
    ['sept.studio'],
  );
  const mine = await user.call('GET /api/lists', { query: { search: 'sept' } });
  assert.equal(found.lists[0]?.id, mine.lists[0]?.id);
  // The text has no wildcards.
  assert.deepEqual((await user.call('GET /api/search', { query: { search: '%' } })).lists, []);
});

test('a search answers the newest five of each noun', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  for (let n = 1; n <= 7; n++) {
    await createCampaignRow(app.deps, { user_id: user.id, name: `Kiln ${n}`, status: 'completed' });
  }
  const { campaigns } = await user.call('GET /api/search', { query: { search: 'kiln' } });
  assert.deepEqual(
    campaigns.map(({ name }) => name),
    ['Kiln 7', 'Kiln 6', 'Kiln 5', 'Kiln 4', 'Kiln 3'],
  );
});

test("an administrator finds everybody's tickets and users, a user only their own tickets", async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const other = await app.signUp();
  const admin = await app.signUp({ role: 'admin' });
  for (const [one, subject] of [
    [user, 'The kiln of one'],
    [other, 'The kiln of the other'],
  ] as const) {
    await one.call('POST /api/support', { body: { subject, description: 'It is cold.' } });
  }
  const subjects = async ({ call }: typeof user) =>
    (await call('GET /api/search', { query: { search: 'kiln' } })).tickets
      .map(({ subject }) => subject)
      .sort();
  assert.deepEqual(await subjects(user), ['The kiln of one']);
  assert.deepEqual(await subjects(admin), ['The kiln of one', 'The kiln of the other']);
  const query = { search: other.username };
  assert.deepEqual(
    (await admin.call('GET /api/search', { query })).users.map(({ id }) => id),
    [other.id],
  );
  assert.deepEqual((await other.call('GET /api/search', { query })).users, []);
});

test('an empty search, and a too long one, are refused', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const empty = await refusal(user.call('GET /api/search', { query: { search: '  ' } }));
  assert.deepEqual([empty.status, empty.body.error], [400, 'Search for at least one character']);
  const long = await refusal(user.call('GET /api/search', { query: { search: 'x'.repeat(101) } }));
  assert.deepEqual([long.status, long.body.error], [400, 'Search for at most 100 characters']);
});
