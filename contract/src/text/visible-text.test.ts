import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanTag, tagError } from '../people/tags.ts';
import { cleanViewName } from '../people/views.ts';
import { isolateDirection, isVisible, visibleLine } from './visible-text.ts';

const NOTHING = [
  '',
  '   ',
  '\u200b',
  '\u3164',
  '\u3164\u3164 \u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u2800\u2800',
  '\u0301',
  '\u0301\u0302\u0303',
  '\ufe0f',
  '\u00ad\u200d\u200c',
  '\u202e\u202c',
  '\u00a0\u2003\u3000\u1680',
  '\u2028\n\t\r',
  '\u{e0041}\u{e0042}',
  '\u{1d159}',
  '\ufffc',
  '\u034f',
];

test('a text of which nothing can be seen is no text', () => {
  for (const text of NOTHING) {
    const shown = [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');
    assert.deepEqual([shown, isVisible(text), visibleLine(text)], [shown, false, '']);
    assert.deepEqual([shown, tagError(cleanTag(text))], [shown, 'Tag is required']);
    assert.deepEqual([shown, cleanViewName(text)], [shown, '']);
  }
});

test('a name is one line that turns nothing around it, and otherwise as it was typed', () => {
  for (const [typed, stored] of [
    ['Fjord & <Clay>', 'Fjord & <Clay>'],
    ['  Kiln  open ', 'Kiln  open'],
    ['Kiln\nopen\u2028now\u0000', 'Kiln open now'],
    ['\u202eevil\u202c Co', 'evil Co'],
    ['\u2067abc\u2069', 'abc'],
    ['Ki\u200bln\u00ad', 'Kiln'],
    ['e\u0301', 'é'],
    [
      'Zoë 👩‍👩‍👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'Zoë 👩‍👩‍👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['می‌خواهم', 'می‌خواهم'],
    ['日本語 ✓ 😀', '日本語 ✓ 😀'],
    [`a${'\u0335'.repeat(50)}b`, `a${'\u0335'.repeat(8)}b`],
    ['?', '?'],
  ] as const) {
    assert.equal(visibleLine(typed), stored);
    assert.equal(visibleLine(stored), stored, 'the stored form stays');
  }
});

test('a name of the other direction is isolated, and a plain one is given as it is', () => {
  assert.equal(isolateDirection('Fjord Clay'), 'Fjord Clay');
  assert.equal(isolateDirection('שלום!'), '\u2068שלום!\u2069');
});
