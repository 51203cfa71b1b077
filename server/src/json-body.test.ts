import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsonReader } from './json-pieces.ts';
import { startTestApp } from './testing/test-app.ts';

function readIn(text: string, chunkBytes: number): unknown {
  const reader = createJsonReader();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    reader.push(bytes.subarray(start, start + chunkBytes));
  }
  return reader.end();
}

const words = Array.from(
  { length: 30_000 },
  (_, n) => ['a,b', 'c"d', 'e\\', '[', '}', 'é,€', '","', ''][n % 8],
);

test('a long text that comes in pieces is what JSON.parse makes of it', () => {
  const documents = [
    { recipients: words, list_id: 7 },
    { list_id: 7, recipients: words },
    {
      a: { deep: [words.slice(0, 9), { b: [1, 2] }] },
      first: words,
      second: [...words, [1, [2]], { x: [3, 4] }],
      c: null,
    },
    { list: words.map((word) => ({ word, parts: [word, 1] })), empty: [], last: [true] },
    { nothing: [] },
    words,
    { rest: words, __proto__x: 1 },
  ];
  for (const document of documents) {
    for (const space of [0, 1]) {
      const text = JSON.stringify(document, null, space);
      for (const chunkBytes of [997, 4096, 65_536, text.length]) {
        assert.deepEqual(readIn(text, chunkBytes), JSON.parse(text));
      }
    }
  }
});

test('short texts of any kind are read', () => {
  for (const text of ['{}', '[]', '"a"', '7', 'null', ' {"a" : [1, 2]} ']) {
    assert.deepEqual(readIn(text, 1), JSON.parse(text));
  }
});

test('a name that would reach into the prototype is only a name', () => {
  const text = `{"recipients":${JSON.stringify(words)},"__proto__":{"list_id":1}}`;
  const value = readIn(text, 4096) as { list_id?: number };
  assert.equal(value.list_id, undefined);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('what is no JSON is refused, wherever it breaks', () => {
  const long = JSON.stringify(words).slice(1, -1);
  const broken = [
    '',
    '{',
    `{"a":[${long}`,
    `{"a":[${long}]`,
    `{"a":[${long},]}`,
    `{"a":[${long},,${long}]}`,
    `{"a":[${long}]]}`,
    `{"a":[${long}}`,
    `{"a":[${long} ${long}]}`,
    `{"a":[${long}]}{"b":[${long}]}`,
    `{"1":[${long}]}`,
  ];
  for (const text of broken) {
    for (const chunkBytes of [1000, 65_536]) assert.throws(() => readIn(text, chunkBytes), SyntaxError);
  }
});

test('a body that is no JSON is 400, one over the limit of its call 413', async (t) => {
  const app = await startTestApp(t);
  const { token } = await app.signUp();
  const post = (body: string | ReadableStream) =>
    fetch(`${app.url}/api/templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      ...(typeof body !== 'string' && { duplex: 'half' }),
    } as RequestInit);
  const broken = await post('{"name":');
  assert.equal(broken.status, 400);
  assert.deepEqual(await broken.json(), { error: 'The body is not valid JSON.' });
  assert.equal((await post(' '.repeat(1_048_577))).status, 413);
  // Without a length said beforehand.
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.alloc(65_536, 0x20)),
  });
  const outcome = await post(endless).then(
    ({ status }) => status,
    () => 'closed',
  );
  assert.ok(outcome === 413 || outcome === 'closed', String(outcome));
});
