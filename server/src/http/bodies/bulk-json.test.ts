import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJsonReader, TooManyError } from './bulk-json.ts';

const MAX = 1000;

function readIn(text: string, chunkBytes = text.length): unknown {
  const reader = createJsonReader({ max: MAX });
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    reader.push(bytes.subarray(start, start + chunkBytes));
  }
  return reader.end();
}

const listOf = (members: string[]) => `{"list_id":1,"recipients":[${members.join()}]}`;

test('a text in chunks is parsed as by JSON.parse, wherever it is cut', () => {
  const words = ['a,b', 'c"d', 'e\\', '[', '}', 'é,€', '","', ''];
  for (const document of [{ recipients: words, list_id: 7 }, words, 'a', 7, null, {}]) {
    const text = JSON.stringify(document, null, 1);
    for (const chunkBytes of [1, 2, 7, text.length]) assert.deepEqual(readIn(text, chunkBytes), document);
  }
});

test('invalid JSON is refused', () => {
  for (const text of ['', '{', '{"a":[1,]}', '{"a":[1]]}', '{"a":1}{"b":2}', '{"a":"b\\"}'])
    assert.throws(() => readIn(text), SyntaxError, text);
});

test('members are counted while they arrive, and too many are refused before the text has ended', () => {
  const names = (count: number) => listOf(Array(count).fill('""'));
  assert.equal((readIn(names(MAX)) as { recipients: string[] }).recipients.length, MAX);
  const { push } = createJsonReader({ max: MAX });
  assert.throws(() => push(Buffer.from(names(1.2 * MAX).slice(0, -2))), TooManyError);
  assert.throws(() => readIn(listOf([`[${Array(1.2 * MAX).fill('[]')}]`]), 100), TooManyError);
});

test('a comma in a name is not counted, wherever the text is cut', () => {
  const name = `${',"\\'.repeat(5 * MAX)},`;
  for (const chunkBytes of [1, 3, 4096])
    assert.deepEqual(readIn(JSON.stringify({ recipients: [name] }), chunkBytes), { recipients: [name] });
});

test('deep nesting is refused before the text has ended', () => {
  for (const text of ['['.repeat(9), `{"recipients":${'[{"a":'.repeat(5)}`])
    assert.throws(() => createJsonReader({ max: MAX }).push(Buffer.from(text)), SyntaxError);
  assert.deepEqual(readIn('[[],[],[[]],[],[],[],[],[],[],[]]'), [[], [], [[]], [], [], [], [], [], [], []]);
});
