import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BulkRowsBody, parseRows } from './bulk-rows.ts';

const MAX = 1_000;
const bulk = { field: 'rows', max: MAX, tooMany: 'Too many rows' };

function readIn(text: string, pieceBytes = text.length): { head: unknown; rows: unknown[] } {
  const body = new BulkRowsBody({ bulk, maxValues: 5 });
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceBytes)
    body.push(bytes.subarray(start, start + pieceBytes));
  const { head, batches } = body.end();
  return { head, rows: batches.flatMap(parseRows) };
}

test('rows are read as by JSON.parse, wherever the body is cut and wherever they stand in it', () => {
  const rows = [['a,b', 'c"d'], ['e\\', '[{', '}]'], ['é,€'], ['","'], ['"rows":[']];
  const head = { list_id: 7, columns: [{ rows: [1], tags: true }], name: '"rows":[' };
  for (const whole of [
    { ...head, rows },
    { rows, ...head },
    { list_id: 7, rows, columns: head.columns },
  ])
    for (const space of [0, 1])
      for (const pieceBytes of [1, 2, 7, 10_000]) {
        const text = JSON.stringify(whole, null, space).replace('"rows":', '"rows" \n:\t');
        const { rows: kept, ...rest } = whole;
        assert.deepEqual(readIn(text, pieceBytes), { head: { ...rest, rows: [] }, rows: kept });
      }
});

test('a long body is cut into batches of whole rows', () => {
  const rows = Array.from({ length: MAX }, (_, n) => [`name_${n}`, 'x'.repeat(1_000)]);
  const text = JSON.stringify({ rows });
  for (const pieceBytes of [1_000, 65_536, text.length])
    assert.deepEqual(readIn(text, pieceBytes).rows, rows);
});

test('a body that is no JSON is refused', () => {
  for (const text of [
    '{',
    '{"rows":[["a"]',
    '{"rows":[["a"],]}',
    '{"rows":[["a"}]}',
    '{"rows":[["a"]}',
    '{"rows":[["a" "b"]]}',
    '{"rows":[["a"]]}{"b":2}',
    '{"rows":[],"rows":[["a"]]}',
    '{"rows":"rows":[["a"]]}',
    `{"rows":[["a${'x'.repeat(200_000)}"],,["b"]]}`,
    `{"rows":[["a"],${' '.repeat(200_000)},["b"]]}`,
  ])
    assert.throws(
      () => readIn(text).rows.length,
      { message: 'The body is not valid JSON.' },
      text.slice(0, 40),
    );
});

test('too many rows or values, a deep nesting and a long head are refused before the body has ended', () => {
  const refuses = (text: string, message: string) =>
    assert.throws(() => new BulkRowsBody({ bulk, maxValues: 5 }).push(Buffer.from(text)), { message });
  const rows = (count: number) => Array(count).fill('[""]').join();
  assert.equal(readIn(`{"rows":[${rows(MAX)}]}`).rows.length, MAX);
  refuses(`{"rows":[${rows(MAX + 1)}`, 'Too many rows');
  refuses(`{"rows":[["a"],[${'"",'.repeat(6)}`, 'Row 2 has more than 4 values');
  refuses(`{"rows":[[[${'[],'.repeat(6)}`, 'Row 1 has more than 4 values');
  refuses(`{"rows":[${'['.repeat(9)}`, 'The body is not valid JSON.');
  refuses(`{"a":"${'x'.repeat(70_000)}`, 'The body has too much beside its rows');
});
