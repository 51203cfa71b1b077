import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createClient } from '@pigeonpost/contract/client';
import { failureLine, failureOf, reasonOf } from './failure.ts';

const OWN = 'Failed to save template';
const IN_USE = 'Kiln night uses this template.';
const answers: { status: number; body: string }[] = [];
const server = createServer((_request, response) => {
  const { status, body } = answers.shift() ?? { status: 500, body: '' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
let url = '';
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

test("a refusal is shown with the server's text", async () => {
  const refused = await failWith({ status: 409, body: JSON.stringify({ error: IN_USE }) });
  assert.deepEqual(failureOf(refused, OWN), { text: IN_USE });
  assert.equal(failureLine(refused, OWN), IN_USE);
  assert.equal(reasonOf(refused), IN_USE);
});

test("a failure is shown with the screen's text, and with the known reason beside it", async () => {
  const away = await failWith({ status: 503, body: JSON.stringify({ error: 'The database is away.' }) });
  assert.deepEqual(failureOf(away, OWN), { text: OWN, reason: 'The database is away.' });
  assert.equal(failureLine(away, OWN), 'Failed to save template. The database is away.');
  assert.equal(reasonOf(away), 'The database is away.');
});

test('a failure of the server has the reference of its log', async () => {
  const body = JSON.stringify({ error: 'Something went wrong.', request_id: '7f0c' });
  const failed = await failWith({ status: 500, body });
  assert.deepEqual(failureOf(failed, OWN), { text: OWN, reason: 'Something went wrong. Reference: 7f0c' });
});

test('a refusal without a sentence, a missing answer and a fault of the page have no text of the server', async () => {
  const bare = failureOf(await failWith({ status: 400, body: '' }), OWN);
  assert.deepEqual(bare, { text: OWN, reason: 'The server answered 400. Please try again.' });
  url = 'http://127.0.0.1:1';
  const unanswered = failureOf(await failWith({ status: 200, body: '' }), OWN);
  assert.equal(unanswered.text, OWN);
  assert.match(unanswered.reason ?? '', /^The server cannot be reached\./);
  assert.deepEqual(failureOf(new TypeError('undefined is no function'), OWN), { text: OWN });
  assert.equal(reasonOf(new TypeError('undefined is no function')), '');
});

async function failWith(answer: { status: number; body: string }): Promise<unknown> {
  answers.push(answer);
  const call = createClient({ baseUrl: url, token: () => undefined });
  return call('GET /api/templates').then(
    () => assert.fail('It was answered.'),
    (error: unknown) => error,
  );
}
