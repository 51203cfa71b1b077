import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RecipientStatus } from '@pigeonpost/contract/recipients';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { forgetDeleted } from './deleted-queries.ts';

/** A list with a recipient of any name and status, as rules of before allowed it, who is then deleted. */
async function deletedRecipient(t: TestContext, name: string, status: RecipientStatus = 'pending') {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'Newsletter' } });
  const add = (recipient: string) =>
    user.call('POST /api/recipients', { body: { list_id: list.id, recipient } });
  const { recipient: added } = await add('first');
  await app.database.pool.query('update recipients set recipient = $1 where id = $2', [name, added.id]);
  const params = { id: added.id };
  if (status !== 'pending') await user.call('PUT /api/recipients/{id}/status', { params, body: { status } });
  app.clock.advance(60_000);
  await user.call('DELETE /api/recipients/{id}', { params });
  const restore = () => user.call('POST /api/recipients/{id}/restore', { params });
  const counts = async () => {
    const { pending, sent, recipient_count } = (
      await user.call('GET /api/lists/{id}', { params: { id: list.id } })
    ).list;
    return [pending, sent, recipient_count];
  };
  return { app, user, list, added, params, add, restore, counts };
}

test('a deleted recipient comes back with the status from before, whatever the rule for names says now', async (t) => {
  const { app, list, added, restore, counts } = await deletedRecipient(t, 'a..b', 'sent');
  assert.deepEqual(await counts(), [0, 0, 0]);
  app.clock.advance(9 * 60_000);
  const { recipient } = await restore();
  assert.deepEqual(recipient, {
    ...added,
    id: recipient.id,
    recipient: 'a..b',
    status: 'sent',
    list_id: list.id,
  });
  assert.deepEqual(await counts(), [0, 1, 1]);
  const again = await refusal(restore());
  assert.deepEqual([again.status, again.body.error], [409, 'This recipient is already in the list']);
  assert.deepEqual(await counts(), [0, 1, 1]);
});

test('a restored recipient is the last in line, and has a new id', async (t) => {
  const { app, add, added, restore } = await deletedRecipient(t, 'anna');
  await add('bo');
  const { recipient } = await restore();
  assert.ok(recipient.id > added.id);
  const { rows } = await app.database.pool.query('select recipient from recipients order by position');
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    ['bo', 'anna'],
  );
});

test('nobody comes back who is on do-not-contact, after ten minutes, or without their list', async (t) => {
  const { app, user, list, restore, counts } = await deletedRecipient(t, 'anna');
  const { entry } = await user.call('POST /api/do-not-contact', { body: { recipient: 'anna' } });
  const blocked = await refusal(restore());
  assert.deepEqual(
    [blocked.status, blocked.body.error],
    [409, '"anna" is on your do-not-contact list. Take the name off it first.'],
  );
  await user.call('DELETE /api/do-not-contact/{id}', { params: { id: entry.id } });
  app.clock.advance(10 * 60_000 + 1);
  assert.equal((await refusal(restore())).status, 404);
  await app.deps.asSystem('test', (tx) => forgetDeleted(tx, app.clock.now()));
  const { rows } = await app.database.pool.query(
    'select from deleted_recipients union all select from deleted_do_not_contact',
  );
  assert.equal(rows.length, 0, 'their names are forgotten');
  const other = await user.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'bo' } });
  const params = { id: other.recipient.id };
  await user.call('DELETE /api/recipients/{id}', { params });
  await user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
  const { status, body } = await refusal(user.call('POST /api/recipients/{id}/restore', { params }));
  assert.deepEqual([status, body.error], [404, 'List not found']);
  assert.equal((await refusal(counts())).status, 404);
});

test('nobody brings back a recipient of somebody else', async (t) => {
  const { app, params, counts } = await deletedRecipient(t, 'anna');
  const other = await app.signUp();
  assert.equal((await refusal(other.call('POST /api/recipients/{id}/restore', { params }))).status, 404);
  assert.deepEqual(await counts(), [0, 0, 0]);
});

test('a name of before that was taken off do-not-contact is put back, and no other', async (t) => {
  const { app, user, restore } = await deletedRecipient(t, 'a..b');
  await restore();
  const stop = () => user.call('POST /api/do-not-contact', { body: { recipient: 'a..b' } });
  const { entry } = await stop();
  await app.database.pool.query('delete from recipients');
  await user.call('DELETE /api/do-not-contact/{id}', { params: { id: entry.id } });
  assert.equal((await stop()).entry.recipient, 'a..b');
  const [again] = (await user.call('GET /api/do-not-contact')).do_not_contact;
  await user.call('DELETE /api/do-not-contact/{id}', { params: { id: again?.id ?? 0 } });
  const other = await app.signUp();
  const theirs = await refusal(other.call('POST /api/do-not-contact', { body: { recipient: 'a..b' } }));
  assert.deepEqual([theirs.status, theirs.body.error], [400, '"a..b" has two dots in a row']);
  app.clock.advance(10 * 60_000 + 1);
  assert.equal((await refusal(stop())).status, 400);
});
