import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedFieldName } from '../people/person-fields.ts';
import {
  blankNames,
  fillText,
  fillUsername,
  findUnfilled,
  findUnknownBlanks,
  hasOnlyUsername,
  localName,
  parseText,
  readTokens,
  unknownBlankText,
} from './message-text.ts';

const fill = (content: string, values: Record<string, string> = {}) =>
  fillText(parseText(content).parts, values);

test('a field is called as a blank reads its name, however it was typed', () => {
  for (const name of [
    'City',
    'home  town',
    'a__b',
    'city_',
    'x_ _y__',
    'Straße_',
    'e\u0301tat',
    'ﬁrst_\u00a0name',
  ])
    assert.equal(fill(`{${name}}`, { [typedFieldName(name)]: 'filled' }), 'filled', name);
});

test('blanks are filled by name, whatever their case and spaces, and escaped characters are themselves', () => {
  const content = String.raw`Hi {First Name|there}, {wants} \{x} :{ } {1}`;
  assert.equal(
    fill(content, { first_name: 'Lena', wants: '{username}' }),
    'Hi Lena, {username} {x} :{ } {1}',
  );
  assert.equal(fill('{ FIRST_NAME }{first  name}', { first_name: 'Lena' }), 'LenaLena');
  assert.equal(fill('{username|you}', { username: 'lena' }), 'lena');
  assert.equal(fill('{имя|друг}'), 'друг');
  assert.equal(fill('Hi { first_name | there }!'), 'Hi there!');
  assert.equal(fill('a{name| }b'), 'ab');
  assert.equal(fill('{Prénom}'.normalize('NFD'), { prénom: 'Léa' }), 'Léa');
  assert.equal(fill(String.raw`{a|x\|y\}}`), 'x|y}');
  assert.equal(fill('C:\\new \\\\ { \\'), 'C:\\new \\ { \\');
  assert.equal(fill('a{name|}b'), 'ab');
  assert.equal(fill('a{name|}b', { name: '' }), 'ab');
});

test('a blank named like a property of every object is a blank like others', () => {
  assert.equal(fill('{constructor|x}'), 'x');
  assert.deepEqual(findUnfilled(parseText('{constructor}').parts, {}), ['constructor']);
});

test('on a site of addresses {name} is the part before the @, unless a field has that name', () => {
  assert.equal(localName('anna@lantern.test'), 'anna');
  assert.equal(localName('anna'), 'anna');
  assert.deepEqual(blankNames(['city'], 'address'), ['city', 'name']);
  assert.deepEqual(blankNames(['name'], 'address'), ['name']);
  assert.deepEqual(blankNames(['city'], 'instagram'), ['city']);
});

test('the pieces of a text are the whole text', () => {
  const content = String.raw`a \{b} {{c}} {d|e} {f|g|h} :{ {i {j}} username} {k`;
  const tokens = readTokens(content);
  assert.equal(tokens.map(({ source }) => source).join(''), content);
  for (const { source, at } of tokens) assert.equal(content.slice(at, at + source.length), source);
});

test('what looks like a blank and is none is kept, and told with its place', () => {
  const broken = (content: string) => parseText(content).broken.map(({ source }) => source);
  for (const one of ['{{wants}}', '{{ wants }}', '{{wants}', '{wants}}', '{a|b|c}', '{name', '{first-name}'])
    assert.deepEqual([broken(`Hi ${one}`), fill(`Hi ${one}`)], [[one], `Hi ${one}`]);
  assert.deepEqual(parseText('Hi {{wants}}').broken, [{ source: '{{wants}}', at: 3 }]);
  assert.deepEqual(broken('Hi username}, {{username}}'), ['username}', '{{username}}']);
  assert.deepEqual(broken(`{a|${'x'.repeat(201)}}`), [`{a|${'x'.repeat(201)}}`]);
  assert.deepEqual(broken(`{${'a'.repeat(41)}}`), [`{${'a'.repeat(41)}}`]);
});

test('other braces are text', () => {
  for (const content of [':{ why?', ':{', '{ }', '{1}', '{}', 'a}', '{?}', ':{\nHello', String.raw`\{name\}`])
    assert.deepEqual(parseText(content).broken, [], content);
});

test('an unknown blank is told with the field that is probably meant', () => {
  const names = ['first_name', 'wants', 'city'];
  const [unknown] = findUnknownBlanks('Hi {frist_name|you} {frist_name} {city}', names);
  assert.deepEqual(unknown, { blank: '{frist_name}', suggestion: '{first_name}', at: 3, count: 2 });
  assert.equal(
    unknownBlankText({ blank: '{frist_name}', suggestion: '{first_name}' }),
    '{frist_name} is no field of yours. Did you mean {first_name}?',
  );
  const suggestions = (content: string) => findUnknownBlanks(content, names).map((one) => one.suggestion);
  assert.deepEqual(suggestions('{{wants}} {city'), ['{wants}', '{city}']);
  assert.deepEqual(suggestions('{user_name} {a|b|c}'), ['{username}', null]);
  assert.deepEqual(findUnknownBlanks('{Username} {optout} {First Name|x} {1}', names), []);
});

test('only a text without further blanks and escapes is filled as before blanks had names', () => {
  for (const content of ['Hi {username}!', 'plain', 'a\\b', ':{ }'])
    assert.ok(hasOnlyUsername(content), content);
  for (const content of [
    '{Username}',
    '{username|x}',
    '{city}',
    '{{city}}',
    '{a|b|c}',
    '{city',
    String.raw`a\{`,
    String.raw`a\\b`,
  ])
    assert.ok(!hasOnlyUsername(content), content);
  assert.equal(fillUsername(String.raw`\{{username}\} {x}`, 'a$&b'), String.raw`\{a$&b\} {x}`);
});

test('a hostile text is read in no time', () => {
  for (const piece of ['{', '{a', '{a|', '{{a', '\\', '{a ', '{a|\\}', 'username ', '{ '])
    assert.ok(readTokens(piece.repeat(1000 / piece.length)).length > 0);
});

test('a text that is all backslashes or braces is read at once', () => {
  // Read in two ways each, a thousand of them would take for ever.
  for (const text of ['{a', '{a|', '{{a', '{ a ', '{username'])
    for (const filler of ['\\', '\\{', '{', ' ', '|', '\\}'])
      assert.equal(
        readTokens(text + filler.repeat(998))
          .map(({ source }) => source)
          .join(''),
        text + filler.repeat(998),
      );
});

test('an escaped brace begins and ends no blank', () => {
  const escaped = parseText(String.raw`\{username} and {a|b\}`);
  assert.deepEqual(
    escaped.broken.map(({ source }) => source),
    ['{a'],
  );
  assert.equal(fillText(escaped.parts, {}), '{username} and {a|b}');
});

test('a text of any length is read at once, and blanks are looked for where a text can have them', () => {
  for (const source of ['{', '{ ', '{{a', '{a ', '{a|'])
    assert.equal(
      readTokens(source.repeat(400_000))
        .map((token) => token.source)
        .join(''),
      source.repeat(400_000),
    );
  const [blank, rest] = readTokens(`{username}${' '.repeat(1_000_000)}{username}`);
  assert.equal(blank?.source, '{username}');
  assert.equal(typeof rest?.part, 'string');
});
