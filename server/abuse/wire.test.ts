import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyLimitOf } from '@pigeonpost/contract/call';
import { DEFAULT_BODY_LIMIT } from '@pigeonpost/contract/limits';
import fc from 'fast-check';
import { addressOf, nextAddress } from './ask.ts';
import { everyCall, type TriedCall } from './every-call.ts';
import { ownInput } from './inputs.ts';
import { problemOf } from './judge.ts';
import { BROKEN_ESCAPES, HEADER_FAULTS, type HeaderFault } from './nasty-requests.ts';
import { type Stage, setStage, tokenFor } from './stage.ts';
import { exchange } from './wire.ts';

const { ABUSE_INPUTS = '500', ABUSE_SEED = '20261122' } = process.env;
const seed = Number(ABUSE_SEED);
// A refused call may be answered before all of a longer body was written.
const WRITTEN = 1024 * 1024;

test('whatever comes over the wire is answered, and opens nothing', async (t) => {
  const stage = await setStage(t);
  await t.test(
    'an address with invalid escapes is answered, and changes nothing of other users',
    async () => {
      const drawn = fc.record({
        call: fc.constantFrom(...everyCall),
        broken: fc.constantFrom(...BROKEN_ESCAPES),
        place: fc.constantFrom('param', 'value', 'name', 'end'),
      });
      await fc.assert(
        fc.asyncProperty(drawn, async ({ call, broken, place }) => {
          const own = pathOf(stage, call);
          const search = own.includes('?') ? '&' : '?';
          const address = {
            param: call.path.replace(/\{\w+\}/g, broken),
            value: `${own}${search}page=${broken}&search=${broken}`,
            name: `${own}${search}${broken}=${broken}&${broken}`,
            end: `${own.split('?')[0]}/${broken}`,
          }[place];
          await send(stage, call, { address });
        }),
        { seed, numRuns: Number(ABUSE_INPUTS) / 2 },
      );
    },
  );

  await t.test('malformed headers open nothing, and are refused with their error', async () => {
    const drawn = fc.record({
      call: fc.constantFrom(...everyCall.filter(({ call }) => call.access !== 'public')),
      fault: fc.constantFrom(...HEADER_FAULTS),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ call, fault }) => {
        if (fault.needsBody && call.method === 'GET') return;
        const status = await send(stage, call, { fault });
        assert.ok(fault.statuses.includes(status), `${fault.what}: ${status}`);
      }),
      { seed, numRuns: Number(ABUSE_INPUTS) / 2 },
    );
  });

  await t.test(
    'a body of any length is accepted, or refused unread, and the next request is answered or cut',
    async (t) => {
      for (const call of everyCall.filter(({ method }) => method !== 'GET'))
        await t.test(call.name, async () => {
          const limit = bodyLimitOf(call.call);
          const [over, ...after] = await post(stage, call, {
            length: limit + 1,
            token: tokenFor(stage, call),
          });
          assert.equal(over, 413);
          assert.ok(after.length === 0 || after[0] === 200, String(after));
          if (call.call.access === 'public') return;
          const [first, ...more] = await post(stage, call, { length: limit });
          assert.equal(first, 401);
          assert.ok(more.length === 0 || more[0] === 200, String(more));
          assert.deepEqual(await stage.changes(), []);
        });
      await t.test('one without a declared length', async () => {
        const call = everyCall.find(({ name }) => name === 'POST /api/templates') as TriedCall;
        const chunk = Buffer.alloc(64 * 1024, ' ');
        const chunks = Array.from({ length: DEFAULT_BODY_LIMIT / chunk.length + 1 }, () => [
          `${chunk.length.toString(16)}\r\n`,
          chunk,
          '\r\n',
        ]);
        const lines = [...linesOf(stage, call, tokenFor(stage, call)), 'transfer-encoding: chunked'];
        const parts = [`${lines.join('\r\n')}\r\n\r\n`, ...chunks.flat(), '0\r\n\r\n'];
        const { answers } = await exchange(stage.app.url, parts);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [413],
        );
      });
      await t.test('one of exactly the limit', async () => {
        const call = everyCall.find(({ name }) => name === 'POST /api/templates') as TriedCall;
        const { body } = ownInput(call, stage.attacker);
        const text = JSON.stringify(body).padEnd(DEFAULT_BODY_LIMIT);
        const lines = [...linesOf(stage, call, tokenFor(stage, call)), `content-length: ${text.length}`];
        const { answers } = await exchange(stage.app.url, [`${lines.join('\r\n')}\r\n\r\n`, text]);
        assert.equal(answers[0]?.status, call.call.status ?? 200);
      });
    },
  );
});

/** Posts this many spaces, or as many as are written at once, followed by another request. */
async function post(
  stage: Stage,
  call: TriedCall,
  { length, token }: { length: number; token?: string | undefined },
): Promise<number[]> {
  const lines = [...linesOf(stage, call, token), `content-length: ${length}`];
  const isWhole = length <= WRITTEN;
  const body = Buffer.alloc(Math.min(length, WRITTEN), ' ');
  const next = `GET /healthz HTTP/1.1\r\nhost: ${new URL(stage.app.url).host}\r\n\r\n`;
  const parts = [`${lines.join('\r\n')}\r\n\r\n`, body, ...(isWhole ? [next] : [])];
  const { answers } = await exchange(stage.app.url, parts, isWhole ? 2 : 1);
  for (const answer of answers.slice(0, 1)) assert.equal(problemOf(call, answer), undefined);
  return answers.map(({ status }) => status);
}

/** Makes an attacker's call with a fault in it; a refused one must have changed nothing. */
async function send(
  stage: Stage,
  call: TriedCall,
  { address = pathOf(stage, call), fault }: { address?: string; fault?: HeaderFault },
): Promise<number> {
  const { body } = ownInput(call, stage.attacker);
  const text = call.method === 'GET' || body === undefined ? '' : JSON.stringify(withoutWait(body));
  const token = tokenFor(stage, call) ?? '';
  const wrong = fault?.lines(token) ?? [];
  const named = new Set(wrong.map((line) => line.split(':')[0]?.toLowerCase()));
  const lines = [
    ...linesOf(stage, call, token, address),
    `content-length: ${Buffer.byteLength(text)}`,
  ].filter((line, index) => index === 0 || !named.has(line.split(':')[0]));
  const parts = [`${[...lines, ...wrong].join('\r\n')}\r\n\r\n`, text].filter(Boolean);
  const { answers } = await exchange(stage.app.url, parts);
  const [answer] = answers;
  assert.ok(answer, 'no answer at all');
  assert.equal(problemOf(call, answer), undefined);
  if (call.method === 'GET') return answer.status;
  const changes = await stage.changes();
  await stage.restore();
  assert.deepEqual(
    changes.filter(({ user_id }) => user_id === stage.victim.id),
    [],
  );
  if (answer.status >= 400) assert.deepEqual(changes, []);
  return answer.status;
}

/** The first lines of a call, with a client's headers. */
function linesOf(
  stage: Stage,
  call: TriedCall,
  token: string | undefined,
  address = pathOf(stage, call),
): string[] {
  return [
    `${call.method} ${address} HTTP/1.1`,
    `host: ${new URL(stage.app.url).host}`,
    `x-forwarded-for: ${nextAddress()}`,
    ...(call.method === 'GET' ? [] : ['content-type: application/json']),
    ...(token ? [`authorization: Bearer ${token}`] : []),
  ];
}

const pathOf = (stage: Stage, call: TriedCall) => addressOf(call, ownInput(call, stage.attacker));

// A poll would wait for a clock that stands still.
const withoutWait = (body: unknown) =>
  typeof body === 'object' && body !== null && 'wait_seconds' in body ? { ...body, wait_seconds: 0 } : body;
