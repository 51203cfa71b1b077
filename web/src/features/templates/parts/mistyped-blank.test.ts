import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMistypedBlank } from './find-mistyped-blank.ts';
import { correctBlanks, meantBlank } from './mistyped-blank.ts';

const BLANK = '{username}';
const NAMES = ['first_name', 'city', 'straße'];

test('a message with {username} or without any placeholder has no unknown one', () => {
  assert.equal(findMistypedBlank('Hi {username}, and {username} again'), undefined);
  assert.equal(findMistypedBlank('Save 20% today, 30%off tomorrow, for $20 {username}'), undefined);
  assert.equal(findMistypedBlank('Doors open at 9. Bring your username.'), undefined);
  assert.equal(findMistypedBlank('20% off in [Oslo], $5 :} {city} and <b>', NAMES), undefined);
});

test('an unknown placeholder is found', () => {
  const mistyped = [
    '{user}',
    '{name}',
    '{{username}}',
    '{username',
    'username}',
    '[username]',
    '%username%',
    '%name%',
    `$${BLANK}`,
    ['$', '{name}'].join(''),
    '[first name]',
    '<username>',
    '*|FNAME|*',
    '$username',
    '{FIRST_NAME}',
  ];
  for (const blank of mistyped) {
    const { text, meant } = findMistypedBlank(`Hi ${blank}, the kiln opens`) ?? {};
    assert.deepEqual([text, meant], [blank, BLANK]);
  }
});

test('the field that is meant is offered, also for half a blank', () => {
  for (const blank of [
    '*|FNAME|*',
    '*|First Name|*',
    '<<First Name>>',
    '<firstname>',
    '[first_name]',
    '[[First Name]]',
    '%first_name%',
    '%%FIRST_NAME%%',
    '$first_name',
    'first_name}',
  ]) {
    const content = `Hi {first_name}, dear ${blank} of {city}`;
    const { text, meant } = findMistypedBlank(content, NAMES) ?? {};
    assert.deepEqual([text, meant], [blank, '{first_name}']);
    const find = (one: string) => findMistypedBlank(one, NAMES);
    assert.equal(correctBlanks(content, find), 'Hi {first_name}, dear {first_name} of {city}');
  }
  assert.equal(findMistypedBlank('In *|CITY|* or [Straße]', NAMES)?.meant, '{city}');
  assert.equal(findMistypedBlank('In [Straße]', NAMES)?.meant, '{straße}');
  assert.equal(meantBlank('{{FNAME}}', NAMES), '{first_name}');
  assert.equal(meantBlank('{{last}}', NAMES), undefined);
});

test('a correct placeholder does not hide an unknown one', () => {
  assert.equal(findMistypedBlank('Hi {username}, dear {user}')?.text, '{user}');
});

test('a message with several of them is corrected at once, or all that are written alike', () => {
  assert.equal(
    correctBlanks(`Hi $${BLANK}, dear %name% and {{username}}, {Username}`, findMistypedBlank),
    'Hi {username}, dear {username} and {username}, {Username}',
  );
  assert.equal(
    correctBlanks('Hi {username}, dear {username', findMistypedBlank),
    'Hi {username}, dear {username}',
  );
  assert.equal(
    correctBlanks('{user} {user} [name]', findMistypedBlank, '{user}'),
    `${BLANK} ${BLANK} [name]`,
  );
  assert.equal(correctBlanks('Hi {username}', findMistypedBlank), 'Hi {username}');
});

test('a long text of signs is read at once', () => {
  for (const piece of ['[', '<', '%a', '$a', 'a}', '*|a', 'a b ', 'a-', '[a '])
    findMistypedBlank(piece.repeat(1000 / piece.length), NAMES);
});
