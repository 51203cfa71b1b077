import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsonReader, TooManyError } from './bulk-json.ts';

function readIn(text: string, chunkBytes: number): unknown {
  const reader = createJsonReader({ max: 200_000 });
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

test('members are counted while they are read, and too many are refused', () => {
  const names = (count: number) => `{"list_id":1,"recipients":[${Array(count).fill('""').join(',')}]}`;
  const reader = (text: string) => {
    const { push, end } = createJsonReader({ max: 1000 });
    push(Buffer.from(text));
    return end();
  };
  assert.equal((reader(names(1000)) as { recipients: string[] }).recipients.length, 1000);
  assert.throws(() => reader(names(1200)), TooManyError);
  assert.throws(() => reader(`{"recipients":[[${Array(1200).fill('[]').join(',')}]]}`), TooManyError);
  // A comma in a name is none between two.
  assert.ok(reader(`{"recipients":["${','.repeat(5000)}"]}`));
});

test('what is nested deeply, or long and no list, is refused before it is kept', () => {
  for (const text of ['['.repeat(9), `{"recipients":${'[{"a":'.repeat(5)}`])
    assert.throws(() => createJsonReader({ max: 1000 }).push(Buffer.from(text)), SyntaxError);
  const { push } = createJsonReader({ max: 1000 });
  const chunk = Buffer.alloc(65_536, 'x');
  push(Buffer.from('{"recipients":["'));
  assert.throws(() => {
    for (let n = 0; n < 20; n++) push(chunk);
  }, SyntaxError);
});
