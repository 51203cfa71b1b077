import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsCell, tagsIn } from './tags.ts';

test('tags in a cell stand between commas, semicolons and bars, with or without quotes', () => {
  for (const [cell, tags] of [
    ['"VIP","Raku 2026"', ['VIP', 'Raku 2026']],
    ['VIP; Raku 2026', ['VIP', 'Raku 2026']],
    ['VIP | Oslo', ['VIP', 'Oslo']],
    [' "VIP" ,, "" ; ', ['VIP']],
    ['"Raku, 2026";x', ['Raku, 2026', 'x']],
    ['"a ""b"" c"', ['a "b" c']],
    ['5" pot, x', ['5" pot', 'x']],
    ['"open', ['"open']],
    ['', []],
  ] as const) {
    assert.deepEqual(tagsIn(cell), tags, cell);
    assert.deepEqual(tagsIn(tagsCell(tags)), tags, cell);
  }
});

test('a hostile cell of 64 kB is split at once', () => {
  for (const piece of ['"', '""', '",', '"a', ',"', '" ', '"",', ' ', '"a"'])
    assert.ok(tagsIn(piece.repeat(64_000 / piece.length)).length >= 0);
});
