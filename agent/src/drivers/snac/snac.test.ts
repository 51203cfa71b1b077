import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Page, TimeoutError } from 'puppeteer-core';
import { systemClock } from '../../clock.ts';
import { createDriver } from './snac.ts';

interface Answer {
  status: number;
  body?: unknown;
}

type Answers = Record<string, Answer | 'lost'>;

const ANNA = 'http://snac/anna';
const MARTA = 'http://snac/marta';
const NOW = new Date('2026-11-27T12:00:00Z');
const signIn = async () => undefined;
const beforeClick = async () => true;

test('people of other servers are refused before the page is used', async () => {
  const driver = createDriver({ settings: { address: 'http://snac/', confirm_seconds: 1 }, TimeoutError });
  const request = { person: 'anna@elsewhere.example', message: 'Hi', isAfterClick: false, signIn };
  const opened = await driver.openThread({} as Page, request);
  assert.equal(opened.state, 'not_found');
  assert.match('reason' in opened ? (opened.reason ?? '') : '', /no member of snac/);
});

test('a server that leads elsewhere gets neither token nor password', async (t) => {
  const snac = await startSnac(t, 'http://elsewhere.example/');
  await assert.rejects(snac.open(), /leads to http:\/\/elsewhere\.example\.$/);
});

test("only whole messages to the one person are copies, read from the server's record page by page", async (t) => {
  const snac = await startSnac(t);
  const copy = { ...snac.post('@anna Hi&#33;'), id: '9' };
  snac.record.push(
    copy,
    { ...copy, visibility: 'public' },
    { ...copy, account: { url: ANNA } },
    { ...copy, mentions: [{ url: ANNA }, { url: 'http://snac/ben' }] },
    { ...copy, text: '@anna Hi&#33; Ben' },
    { ...copy, id: '8' },
  );
  assert.deepEqual(await snac.open('Hi!'), { state: 'open', copies: 2, replies: [] });
});

test("what the server says about the account and the person is passed on, and nothing else is 'not found'", async (t) => {
  const snac = await startSnac(t);
  snac.answers['GET /api/v1/accounts/lookup'] = { status: 404 };
  assert.deepEqual(await snac.open(), { state: 'not_found' });
  snac.answers['GET /api/v1/accounts/lookup'] = { status: 500 };
  await assert.rejects(snac.open(), /answered 500/);
  snac.answers['GET /api/v1/accounts/lookup'] = { status: 200, body: { username: 'anne', url: ANNA } };
  await assert.rejects(snac.open(), /showed anne for anna/);
  snac.answers['GET /api/v1/accounts/verify_credentials'] = { status: 503 };
  assert.equal((await snac.open()).state, 'unreachable');
  snac.answers['GET /api/v1/accounts/verify_credentials'] = { status: 422 };
  assert.equal((await snac.open()).state, 'signed_out');
});

for (const [title, answer, expected] of [
  ['a refusal is not sent', { status: 422 }, { outcome: 'failed' }],
  ['too many messages rest the profile', { status: 429 }, { outcome: 'failed', blocked: true }],
  ['an ended session rests the profile', { status: 401 }, { outcome: 'failed', signed_out: true }],
  ["a proxy's error proves nothing", { status: 504 }, { outcome: 'unknown' }],
  ['a lost answer proves nothing', 'lost', { outcome: 'unknown' }],
  [
    'a message that is addressed to nobody did not reach the person',
    { status: 200, body: { mentions: [] } },
    { outcome: 'not_found' },
  ],
  [
    'an answer that the record does not bear out proves nothing',
    { status: 200, body: { mentions: [{ url: ANNA }] } },
    { outcome: 'unknown' },
  ],
] as const) {
  test(title, async (t) => {
    const snac = await startSnac(t);
    await snac.open();
    snac.answers['POST /api/v1/statuses'] = answer;
    const { reason: _, ...outcome } = { reason: '', ...(await snac.send()) };
    assert.deepEqual(outcome, expected);
  });
}

test('a message whose answer was lost is sent if the record has one copy more than before', async (t) => {
  const snac = await startSnac(t);
  snac.record.push(snac.post('@anna Hi'));
  assert.deepEqual(await snac.open(), { state: 'open', copies: 1, replies: [] });
  snac.answers['POST /api/v1/statuses'] = 'lost';
  assert.equal((await snac.send()).outcome, 'unknown');
  snac.record.unshift({ ...snac.post('@anna Hi'), id: '8' });
  assert.equal((await snac.send()).outcome, 'sent');
});

test('a reply is a message to the account alone, read among the notifications', async (t) => {
  const snac = await startSnac(t);
  snac.record.push(snac.post('@anna Hi'));
  const anna = { url: `${snac.address}anna`, username: 'anna' };
  const written = (id: string, minute: string, more = {}) => ({
    id: `n${id}`,
    type: 'mention',
    account: anna,
    status: { ...snac.post(''), id, created_at: at(minute), content: `<p>${id}</p>`, mentions: [], ...more },
  });
  const body = [
    written('8', '08'),
    { ...written('7', '07'), account: { url: 'http://elsewhere/anna', username: 'anna' } },
    written('6', '06', { visibility: 'direct' }),
    { ...written('5', '05'), type: 'reblog' },
    { ...written('4', '04'), account: { url: MARTA, username: 'marta' } },
    written('3', '03', { visibility: 'public' }),
    written('2', '02', { mentions: [{ url: 'http://snac/ben' }] }),
    written('1', '01'),
  ];
  snac.answers['GET /api/v1/notifications'] = { status: 200, body };
  const domain = new URL(snac.address).host;
  const person = [`anna@${domain}`, 'anna'];
  const reply = (id: string) => ({ person, at: new Date(at(`0${id}`)), text: id, siteId: id });
  assert.deepEqual(await snac.open(), { state: 'open', copies: 1, replies: [reply('6'), reply('8')] });
  const all = [reply('1'), reply('6'), { ...reply('7'), person: ['anna@elsewhere'] }, reply('8')];
  assert.deepEqual(await snac.read(at('00')), { replies: all, readTo: NOW });
  const cut = { replies: all.slice(1, 3), readTo: new Date(at('07')), isCut: true };
  assert.deepEqual(await snac.read(at('01'), 2), cut);
  snac.answers['GET /api/v1/notifications'] = { status: 500 };
  await assert.rejects(snac.read(at('00')), /did not show its notifications/);
});

/** A server with the answers of snac, and a tab that runs its functions here. */
async function startSnac(t: TestContext, leadsTo?: string) {
  const record: ReturnType<typeof post>[] = [];
  const answers: Answers = {
    'GET /api/v1/accounts/verify_credentials': { status: 200, body: { username: 'marta', url: MARTA } },
    'GET /api/v1/accounts/lookup': { status: 200, body: { username: 'anna', url: ANNA } },
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://snac');
    const known = answers[`${request.method} ${pathname}`];
    if (known === 'lost') return response.destroy();
    const older = record.slice(record.findIndex(({ id }) => id === searchParams.get('max_id')) + 1);
    const { status, body = older.slice(0, 5) } = known ?? { status: 200 };
    response.writeHead(status, { connection: 'close' }).end(status === 200 ? JSON.stringify(body) : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const clock = { ...systemClock, now: () => NOW };
  const driver = createDriver({ settings: { address, confirm_seconds: 1 }, TimeoutError, clock });
  const page = {
    goto: async () => {},
    url: () => leadsTo ?? address,
    async evaluate(run: (...values: unknown[]) => unknown, ...values: unknown[]) {
      if (run.name === 'readToken') return 'token';
      if (run.name !== 'showAsText') return run(...values);
      const [{ contents }] = values as [{ contents: string[] }];
      return contents.map((content) => content.replace(/<[^>]*>/g, ''));
    },
    async waitForFunction(look: (wanted: unknown) => unknown, _limits: object, wanted: unknown) {
      if (!(await look(wanted))) throw new TimeoutError();
    },
  } as unknown as Page;
  return {
    record,
    answers,
    post,
    address,
    read: (since: string, most = 500) => driver.readReplies(page, { since: new Date(since), most, signIn }),
    open: (message = 'Hi') =>
      driver.openThread(page, { person: 'anna', message, isAfterClick: false, signIn }),
    send: () => driver.send(page, { person: 'anna', message: 'Hi', beforeClick }),
  };
}

function at(minute: string): string {
  return `2026-11-27T10:${minute}:00.000Z`;
}

function post(text: string) {
  return {
    id: '9',
    text,
    content: '',
    created_at: at('05'),
    visibility: 'private',
    account: { url: MARTA },
    mentions: [{ url: ANNA }],
  };
}
