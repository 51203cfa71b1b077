import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ServerEvents } from '@pigeonpost/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { refusal } from '../../testing/refusal.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const TICKET = { subject: 'Firefox closes again', description: 'It opens and closes.' };

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const [ida, nils, lena] = [
    await app.signUp({ role: 'admin' }),
    await app.signUp({ subscriptionDays: -1 }),
    await app.signUp(),
  ];
  return { app, ida, nils, lena };
}

const make = (user: SignedUp, part: object = {}) =>
  user.call('POST /api/support', { body: { ...TICKET, ...part } });

const subjects = async (user: SignedUp, query: object = {}) =>
  (await user.call('GET /api/support', { query })).tickets.map(({ subject }) => subject);

test('a ticket is made without a subscription, and its user and administrators write on it', async (t) => {
  const { app, ida, nils } = await start(t);
  const { ticketNumber, id } = await make(nils);
  const params = { id };
  await ida.call('POST /api/support/{id}/messages', { params, body: { message: ' Which version? ' } });
  await nils.call('POST /api/support/{id}/messages', { params, body: { message: '153.0' } });
  const { ticket, messages } = await nils.call('GET /api/support/{id}', { params });
  assert.deepEqual(ticket, {
    ...TICKET,
    id,
    ticket_number: ticketNumber,
    status: 'open',
    priority: 'medium',
    category: 'general',
    message_count: 3,
    created_at: app.clock.now().toISOString(),
    created_by: nils.username,
    assigned_to: null,
    assigned_to_name: null,
    last_message_at: app.clock.now().toISOString(),
    last_author_name: nils.username,
    waiting_for: 'us',
    is_unread: false,
    owner: null,
  });
  assert.deepEqual(
    messages.map(({ id: place, account_id, author_name, message }) => [
      place,
      account_id,
      author_name,
      message,
    ]),
    [
      [1, nils.id, nils.username, 'It opens and closes.'],
      [2, ida.id, ida.username, 'Which version?'],
      [3, nils.id, nils.username, '153.0'],
    ],
  );
});

test('a user sees and writes on their own tickets only, an administrator on all', async (t) => {
  const { ida, nils, lena } = await start(t);
  const { id } = await make(nils);
  await make(lena, { subject: 'Hers' });
  assert.deepEqual(await subjects(nils), ['Firefox closes again']);
  assert.deepEqual(await subjects(lena), ['Hers']);
  assert.deepEqual((await subjects(ida)).sort(), ['Firefox closes again', 'Hers']);
  const params = { id };
  const calls = [
    () => lena.call('GET /api/support/{id}', { params }),
    () => lena.call('POST /api/support/{id}/messages', { params, body: { message: 'Mine' } }),
    () => ida.call('GET /api/support/{id}', { params: { id: 1 } }),
    () => ida.call('PUT /api/support/{id}', { params: { id: 1 }, body: { status: 'open' } }),
  ];
  for (const call of calls) {
    const error = await refusal(call());
    assert.deepEqual([error.status, error.message], [404, 'Support ticket not found']);
  }
  const body = { status: 'closed' } as const;
  assert.equal((await refusal(nils.call('PUT /api/support/{id}', { params, body }))).status, 403);
  assert.equal((await refusal(nils.call('GET /api/support/admin/users'))).status, 403);
  assert.equal((await nils.call('GET /api/support/{id}', { params })).messages.length, 1);
});

test('tickets are answered newest first, twenty a page, and found by text, status, priority and category', async (t) => {
  const { app, ida, nils } = await start(t);
  const { id, ticketNumber } = await make(nils, {
    subject: 'First',
    category: 'billing',
    priority: 'urgent',
  });
  app.clock.advance(24 * HOUR_MS);
  for (let n = 1; n <= 20; n++) {
    app.clock.advance(1000);
    await make(nils, { subject: `Next ${n}` });
  }
  const page = await nils.call('GET /api/support');
  assert.equal(page.tickets[0]?.subject, 'Next 20');
  assert.deepEqual(page.pagination, { page: 1, limit: 20, total: 21, pages: 2 });
  assert.deepEqual(await subjects(nils, { page: 2 }), ['First']);
  await ida.call('PUT /api/support/{id}', { params: { id }, body: { status: 'resolved' } });
  for (const query of [
    { search: 'FIRST' },
    { search: `#${ticketNumber.toLowerCase()}` },
    { category: 'billing' },
    { priority: 'urgent' },
    { status: 'resolved', search: '' },
  ])
    assert.deepEqual(await subjects(nils, query), ['First'], JSON.stringify(query));
  assert.equal((await subjects(ida, { search: nils.username })).length, 20);
  assert.deepEqual(await subjects(nils, { search: nils.username }), []);
  const wrong = await refusal(nils.call('GET /api/support', { query: { priority: 'great' as 'high' } }));
  assert.deepEqual([wrong.status, wrong.message], [400, 'Priority must be low, medium, high or urgent']);
});

test('missing and too long fields are refused with the specified texts', async (t) => {
  const { nils } = await start(t);
  const cases: [object, string][] = [
    [{ subject: ' ' }, 'Subject is required'],
    [{ description: '' }, 'Description is required'],
    [{ subject: 'x'.repeat(201) }, 'Subject must not exceed 200 characters'],
    [{ description: 'x'.repeat(5001) }, 'Description must not exceed 5,000 characters'],
    [{ category: 'other' }, 'Category must be general, technical, billing, feature_request or bug_report'],
  ];
  for (const [part, message] of cases) {
    const error = await refusal(make(nils, part));
    assert.deepEqual([error.status, error.message], [400, message]);
  }
  const { id } = await make(nils);
  const blank = nils.call('POST /api/support/{id}/messages', { params: { id }, body: { message: ' \n' } });
  assert.equal((await refusal(blank)).message, 'Message is required');
});

test('an administrator sets status and priority in any order and assigns to administrators, whom only they see', async (t) => {
  const { app, ida, nils, lena } = await start(t);
  const { id } = await make(nils);
  const marta = await app.signUp({ role: 'admin' });
  const params = { id };
  const { users } = await ida.call('GET /api/support/admin/users');
  assert.deepEqual(users.map((user) => user.id).sort(), [ida.id, marta.id].sort());
  const set = async (body: object) => (await ida.call('PUT /api/support/{id}', { params, body })).ticket;
  const { status, assigned_to_name } = await set({ status: 'closed', assigned_to: marta.id });
  assert.deepEqual([status, assigned_to_name], ['closed', marta.username]);
  assert.deepEqual((await set({ status: 'open', priority: 'low' })).assigned_to, marta.id);
  const own = (await nils.call('GET /api/support/{id}', { params })).ticket;
  assert.deepEqual([own.status, own.priority, own.assigned_to], ['open', 'low', null]);
  const wrong = await refusal(set({ assigned_to: lena.id }));
  assert.deepEqual([wrong.status, wrong.message], [400, 'Tickets are assigned to administrators only']);
  await ida.call('DELETE /api/users/{id}', { params: { id: marta.id } });
  assert.equal((await ida.call('GET /api/support/{id}', { params })).ticket.assigned_to, null);
  await ida.call('DELETE /api/users/{id}', { params: { id: nils.id } });
  assert.deepEqual(await subjects(ida), []);
});

test('numbers are readable and reveal nothing of how many there are', async (t) => {
  const { nils } = await start(t);
  const made = [];
  for (let n = 0; n < 10; n++) made.push(await make(nils));
  for (const { ticketNumber } of made) assert.match(ticketNumber, /^[2-9B-Z]{4}-[2-9B-Z]{4}$/);
  const ids = made.map(({ id }) => id);
  assert.notDeepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  const { messages } = await nils.call('GET /api/support/{id}', { params: { id: ids[9] ?? 0 } });
  assert.deepEqual(
    messages.map(({ id }) => id),
    [1],
  );
});

test('simultaneous messages all get their number', async (t) => {
  const { ida, nils } = await start(t);
  const { id } = await make(nils);
  const write = (user: SignedUp, message: string) =>
    user.call('POST /api/support/{id}/messages', { params: { id }, body: { message } });
  await Promise.all([write(ida, 'a'), write(nils, 'b'), write(ida, 'c'), write(nils, 'd')]);
  const { ticket, messages } = await nils.call('GET /api/support/{id}', { params: { id } });
  assert.equal(ticket.message_count, 5);
  assert.deepEqual(
    messages.map((message) => message.id),
    [1, 2, 3, 4, 5],
  );
});

test('a user makes twenty tickets a day, counted on their own, and is told when another is allowed', async (t) => {
  const { app, ida, nils, lena } = await start(t);
  await make(nils);
  app.clock.advance(HOUR_MS);
  // Simultaneously: the limit still holds.
  const made = await Promise.allSettled(Array.from({ length: 24 }, () => make(nils)));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 19);
  const refused = await refusal(make(nils));
  assert.deepEqual(
    [refused.status, refused.message, refused.retryAfter],
    [
      429,
      'You can make 20 tickets a day. Please write on one of those you have, or try again later.',
      23 * 3600,
    ],
  );
  await make(lena);
  for (let n = 0; n < 21; n++) await make(ida);
  app.clock.advance(23 * HOUR_MS - 1);
  assert.deepEqual([(await refusal(make(nils))).retryAfter], [1]);
  app.clock.advance(1);
  await make(nils);
  assert.equal((await refusal(make(nils))).retryAfter, 3600);
});

test('a user writes 200 messages a day, on all tickets together, and answers do not count', async (t) => {
  const { app, ida, nils } = await start(t);
  const { id } = await make(nils);
  const other = await make(nils);
  const write = (user: SignedUp, ticket: { id: number }) =>
    user.call('POST /api/support/{id}/messages', { params: { id: ticket.id }, body: { message: 'Again' } });
  for (let round = 0; round < 25; round++)
    await Promise.all(Array.from({ length: 8 }, (_, n) => write(ida, n % 2 ? { id } : other)));
  await write(ida, other);
  for (let round = 0; round < 24; round++)
    await Promise.all(Array.from({ length: 8 }, (_, n) => write(nils, n % 2 ? { id } : other)));
  const last = await Promise.allSettled(Array.from({ length: 12 }, () => write(nils, other)));
  assert.equal(last.filter(({ status }) => status === 'fulfilled').length, 8);
  const refused = await refusal(write(nils, { id }));
  assert.deepEqual(
    [refused.status, refused.message, refused.retryAfter],
    [429, 'You can write 200 messages a day. Please try again later.', 24 * 3600],
  );
  await write(ida, { id });
  app.clock.advance(24 * HOUR_MS);
  await write(nils, { id });
});

test('a ticket’s changes are announced to its user and to administrators only', async (t) => {
  const { app, ida, nils, lena } = await start(t);
  const heard: [string, number][] = [];
  const listen = async (name: string, user: SignedUp) => {
    const socket: Socket<ServerEvents> = io(app.url, {
      transports: ['websocket'],
      auth: { token: user.token },
      reconnection: false,
    });
    t.after(() => socket.disconnect());
    socket.on('ticket_update', ({ ticket_id }) => heard.push([name, ticket_id]));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await (socket as Socket).emitWithAck('join_user_room', user.id);
    return socket;
  };
  const sockets = [await listen('ida', ida), await listen('nils', nils), await listen('lena', lena)];
  const { id } = await make(nils);
  await ida.call('POST /api/support/{id}/messages', { params: { id }, body: { message: 'Which version?' } });
  await ida.call('PUT /api/support/{id}', { params: { id }, body: { status: 'closed' } });
  const own = await make(ida);
  // Earlier events have arrived when this answer has, because a socket keeps its order.
  for (const socket of sockets) await (socket as Socket).emitWithAck('leave_user_room', 0);
  const of = (name: string) => heard.filter(([who]) => who === name).map(([, ticket]) => ticket);
  assert.deepEqual(of('nils'), [id, id, id]);
  assert.deepEqual(of('ida'), [id, id, id, own.id]);
  assert.deepEqual(of('lena'), []);
});
