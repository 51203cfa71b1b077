import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanValue, fieldNameError, fieldNameOf, isValueCut } from './person-fields.ts';
import { cleanTag } from './tags.ts';
import { cleanViewName } from './views.ts';

const NAMES: [head: string, name: string][] = [
  ['First Name', 'first_name'],
  ['  first--name ', 'first_name'],
  ['Straße/Ort', 'straße_ort'],
  ['Имя', 'имя'],
  ['ＣＩＴＹ', 'city'],
  ['2nd name', 'nd_name'],
  ['Username', 'username_2'],
  ['SOURCE', 'source_2'],
  ['!!', ''],
  ['42', ''],
  [`${'a'.repeat(39)} bcd`, 'a'.repeat(39)],
  ['x'.repeat(60), 'x'.repeat(40)],
];
for (const [head, name] of NAMES)
  test(`the head ${JSON.stringify(head)} becomes the field ${JSON.stringify(name)}`, () => {
    assert.equal(fieldNameOf(head), name);
    if (name !== '') {
      assert.equal(fieldNameError(name), undefined);
      assert.equal(fieldNameOf(name), name);
    }
  });

const REFUSED: [name: string, error: string][] = [
  ['', 'Field name is required'],
  ['a'.repeat(41), 'Field name must not exceed 40 characters'],
  ['2nd', 'A field name has letters, digits and _, and begins with a letter'],
  ['first name', 'A field name has letters, digits and _, and begins with a letter'],
  ['optout', 'A field cannot be called optout'],
];
for (const [name, error] of REFUSED)
  test(`the field name ${JSON.stringify(name)} is refused`, () => {
    assert.equal(fieldNameError(name), error);
  });

test('accents that were typed apart are kept in their letters, so that a filter finds them', () => {
  const apart = (text: string) => text.normalize('NFD');
  assert.equal(cleanValue(apart('Malmö')), 'Malmö');
  assert.equal(cleanTag(apart('Café')), 'Café');
  assert.equal(cleanViewName(apart('Größe')), 'Größe');
  const long = 'ö'.repeat(500);
  assert.deepEqual([cleanValue(apart(long)), isValueCut(apart(long))], [long, false]);
  assert.equal(isValueCut('\u0958'.repeat(251)), true);
});

test('a value is kept on one line, trimmed and cut at 500 characters', () => {
  assert.equal(cleanValue('  Raku\r\n evening\t1 '), 'Raku  evening 1');
  assert.equal(cleanValue(' \n '), '');
  assert.equal(cleanValue('🏺'.repeat(501)), '🏺'.repeat(500));
  assert.deepEqual([isValueCut('a'.repeat(500)), isValueCut('a'.repeat(501))], [false, true]);
});

test('a value of plain letters is what it is by the whole rule', () => {
  const characters = [
    'a',
    'Ø',
    ' ',
    '\u00a0',
    '\u0085',
    '\u1680',
    '\u007f',
    '\ufeff',
    '"',
    '\\',
    'é',
    'o\u0308',
    '\u0301',
    '\u0958',
    'И\u0306',
    '\u2028',
    '𝄞',
    'ж',
  ];
  const texts = characters.flatMap((one) =>
    characters.flatMap((other) => [one + other, `${one}x${other}`, other + one + other]),
  );
  // A line end before it is dropped, and is no plain letter.
  for (const text of [...texts, 'x'.repeat(500), `x${' '.repeat(499)}y`, 'x'.repeat(501)])
    assert.equal(cleanValue(text), cleanValue(`\n${text}`), JSON.stringify(text));
});
