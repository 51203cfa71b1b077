import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const TICKET = { subject: 'Firefox closes again', description: 'It opens and closes.' };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const [ida, nils, lena] = [await app.signUp({ role: 'admin' }), await app.signUp(), await app.signUp()];
  return { app, ida, nils, lena };
}

async function make(user: SignedUp, part: object = {}): Promise<number> {
  return (await user.call('POST /api/support', { body: { ...TICKET, ...part } })).id;
}

const write = (user: SignedUp, id: number, part: object = {}) =>
  user.call('POST /api/support/{id}/messages', { params: { id }, body: { message: 'Words', ...part } });

const waiting = (user: SignedUp) => user.call('GET /api/support/waiting');

const read = async (user: SignedUp, id: number) =>
  (await user.call('GET /api/support/{id}', { params: { id } })).ticket;

const subjects = async (user: SignedUp, query: object) =>
  (await user.call('GET /api/support', { query })).tickets.map(({ subject }) => subject);

test('an answer is new to its user until it is read, and the ticket waits for the side that did not write last', async (t) => {
  const { ida, nils, lena } = await start(t);
  const id = await make(nils);
  assert.deepEqual(await waiting(nils), { unread: 0, waiting: null });
  assert.deepEqual(await waiting(ida), { unread: 0, waiting: 1 });
  await write(ida, id);
  assert.deepEqual(await waiting(ida), { unread: 0, waiting: 0 });
  assert.deepEqual(await waiting(nils), { unread: 1, waiting: null });
  assert.deepEqual(await waiting(lena), { unread: 0, waiting: null });
  assert.equal((await read(nils, id)).is_unread, true);
  assert.equal((await read(ida, id)).is_unread, false);
  const params = { id };
  // The description is the first message: the answer is not read yet.
  await nils.call('PUT /api/support/{id}/read', { params, body: { message_id: 1 } });
  assert.equal((await waiting(nils)).unread, 1);
  await nils.call('PUT /api/support/{id}/read', { params, body: { message_id: 2 } });
  assert.equal((await waiting(nils)).unread, 0);
  // Read messages stay read, and missing ones cannot be read.
  await nils.call('PUT /api/support/{id}/read', { params, body: { message_id: 1 } });
  assert.equal((await waiting(nils)).unread, 0);
  await nils.call('PUT /api/support/{id}/read', { params, body: { message_id: 2 ** 40 } });
  await write(ida, id);
  assert.equal((await waiting(nils)).unread, 1);
  // Writing below an answer marks it as read.
  await write(nils, id);
  assert.deepEqual(await waiting(nils), { unread: 0, waiting: null });
  assert.equal((await waiting(ida)).waiting, 1);
  for (const other of [ida, lena]) {
    const error = await refusal(
      other.call('PUT /api/support/{id}/read', { params, body: { message_id: 1 } }),
    );
    assert.deepEqual([error.status, error.message], [404, 'Support ticket not found']);
  }
});

test('a message opens a ticket again, and an administrator may resolve it with an answer', async (t) => {
  const { ida, nils } = await start(t);
  const id = await make(nils);
  for (const status of ['closed', 'resolved'] as const) {
    await ida.call('PUT /api/support/{id}', { params: { id }, body: { status } });
    assert.equal((await read(nils, id)).waiting_for, null);
    await write(nils, id);
    assert.deepEqual([(await read(nils, id)).status, (await waiting(ida)).waiting], ['open', 1], status);
  }
  await ida.call('PUT /api/support/{id}', { params: { id }, body: { status: 'in_progress' } });
  await write(nils, id);
  assert.equal((await read(ida, id)).status, 'in_progress');
  await write(ida, id, { resolve: true });
  assert.equal((await read(ida, id)).status, 'resolved');
  assert.deepEqual(await waiting(ida), { unread: 0, waiting: 0 });
  assert.equal((await waiting(nils)).unread, 1);
  const error = await refusal(write(nils, id, { resolve: true }));
  assert.deepEqual([error.status, error.message], [403, 'Only an administrator may resolve a ticket.']);
  assert.equal((await read(ida, id)).message_count, 5);
});

test('the queue has urgent tickets first and then the longest waiting, counted by side and by assignee', async (t) => {
  const { app, ida, nils, lena } = await start(t);
  const tora = await app.signUp({ role: 'admin' });
  const made: Record<string, number> = {};
  for (const [user, subject, priority] of [
    [nils, 'Old', 'low'],
    [lena, 'New', 'high'],
    [nils, 'Urgent', 'urgent'],
    [lena, 'Answered', 'urgent'],
    [lena, 'Closed', 'low'],
  ] as const) {
    made[subject] = await make(user, { subject, priority });
    app.clock.advance(HOUR_MS);
  }
  await write(ida, made.Answered ?? 0);
  const closed = { params: { id: made.Closed ?? 0 }, body: { status: 'closed' } } as const;
  await ida.call('PUT /api/support/{id}', closed);
  await write(nils, made.Old ?? 0);
  assert.deepEqual(await subjects(ida, { sort_by: 'queue', waiting_for: 'us' }), ['Urgent', 'New', 'Old']);
  assert.deepEqual(await subjects(ida, { waiting_for: 'them' }), ['Answered']);
  app.clock.advance(HOUR_MS);
  await write(nils, made.Old ?? 0);
  assert.deepEqual((await subjects(ida, { sort_by: 'last_message_desc' })).slice(0, 2), ['Old', 'Answered']);
  assert.deepEqual((await subjects(ida, { sort_by: 'priority_asc' })).slice(-1), ['Answered']);
  const assign = (subject: string, assigned_to: number) =>
    ida.call('PUT /api/support/{id}', { params: { id: made[subject] ?? 0 }, body: { assigned_to } });
  await assign('Urgent', ida.id);
  await assign('New', tora.id);
  assert.deepEqual(await subjects(ida, { assigned: 'me' }), ['Urgent']);
  assert.deepEqual((await subjects(ida, { assigned: 'nobody', waiting_for: 'us' })).join(), 'Old');
  const query = { waiting_for: 'us' } as const;
  const { counts, tickets } = await ida.call('GET /api/support', { query });
  assert.deepEqual(counts, { all: 5, us: 3, them: 1, resolved: 0, closed: 1, mine: 1, nobodys: 1 });
  assert.equal(tickets.find(({ subject }) => subject === 'Old')?.owner?.id, nils.id);
  // Users see no assignee, and the filter reveals none.
  const own = await lena.call('GET /api/support', { query: { assigned: 'me' } });
  assert.deepEqual([own.counts, own.tickets.length, own.tickets[0]?.owner], [null, 3, null]);
});

test('a long thread is answered from its end, and earlier messages with `before`', async (t) => {
  const { ida, nils } = await start(t);
  const id = await make(nils);
  for (let n = 2; n <= 60; n++) await write(ida, id, { message: `Message ${n}` });
  const last = await nils.call('GET /api/support/{id}', { params: { id } });
  assert.deepEqual([last.messages.length, last.messages[0]?.id, last.earlier], [50, 11, 10]);
  assert.equal(last.messages.at(-1)?.message, 'Message 60');
  const first = await nils.call('GET /api/support/{id}', { params: { id }, query: { before: 11 } });
  assert.deepEqual([first.messages.length, first.messages[0]?.id, first.earlier], [10, 1, 0]);
});

test('an administrator who is demoted, disabled or deleted is unassigned from every ticket', async (t) => {
  const { app, ida, nils } = await start(t);
  const id = await make(nils);
  const params = { id };
  const changes = [{ role: 'user' }, { is_active: false }] as const;
  for (const change of changes) {
    const tora = await app.signUp({ role: 'admin' });
    await ida.call('PUT /api/support/{id}', { params, body: { assigned_to: tora.id } });
    await ida.call('PUT /api/users/{id}', { params: { id: tora.id }, body: { pack: 'pro' } });
    assert.equal((await read(ida, id)).assigned_to, tora.id);
    await ida.call('PUT /api/users/{id}', { params: { id: tora.id }, body: change });
    assert.deepEqual(
      [(await read(ida, id)).assigned_to, (await read(ida, id)).assigned_to_name],
      [null, null],
    );
    const { users } = await ida.call('GET /api/support/admin/users');
    assert.deepEqual(users.map((user) => user.id).includes(tora.id), false);
    const body = { assigned_to: tora.id };
    assert.equal((await refusal(ida.call('PUT /api/support/{id}', { params, body }))).status, 400);
  }
});
