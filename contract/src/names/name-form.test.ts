import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOfName, fullName, judgeName, type NameRules, nameForm, nameRules } from './name-form.ts';

const ANYWHERE: NameRules = { kind: 'address', domain: null };
const CLUB: NameRules = { kind: 'address', domain: 'club.example' };

/** What stands behind each name is the same person. */
const SPELLINGS: Record<string, readonly string[]> = {
  'anna@chat.example': [
    'ANNA@chat.example',
    'anna@chat.example/phone',
    'anna@chat.example/a/b@c',
    'xmpp:anna@chat.example',
    'xmpp:anna@chat.example/phone?message;body=hi',
    'xmpp://me@own.example/anna@chat.example',
    'xmpp:anna%40chat.example',
    '<anna@chat.example>',
    '<xmpp:anna@chat.example>',
    '(anna@chat.example)',
    '[anna@chat.example]',
    '"anna@chat.example"',
    'Anna Berg <anna@chat.example>',
    'mailto:anna@chat.example?subject=x',
    'anna@chat.example.',
    ' anna@chat.example\u200b',
    'https://conversations.example/i/anna@chat.example',
    'https://link.example/#anna@chat.example',
  ],
  'vera@clay.example': [
    '@vera@clay.example',
    '＠vera@clay.example',
    'https://clay.example/@vera',
    'HTTPS://CLAY.EXAMPLE/@Vera/',
    'http://clay.example:80/@vera?lang=de',
    '//clay.example/@vera',
    'clay.example/@vera',
    'https://clay.example/users/vera',
    'https://clay.example/users/vera/followers',
    'https://other.example/@vera@clay.example',
    'acct:vera@clay.example',
    'acct:@vera@clay.example',
  ],
  'zo\u00eb@chat.example': ['zoe\u0308@chat.example', 'ZOE\u0308@chat.example', 'xmpp:zo%C3%AB@chat.example'],
};

test('a person has one form, however a program writes it', () => {
  for (const [name, spellings] of Object.entries(SPELLINGS))
    for (const text of [name, ...spellings]) assert.deepEqual(judgeName(text, ANYWHERE), { name }, text);
});

test('a name with the domain of the own site is the bare name', () => {
  for (const text of [
    'anna',
    '@anna',
    'anna@club.example',
    'Anna@CLUB.example.',
    'anna@club.example/phone',
    'anna/phone',
    'xmpp:anna@club.example',
    'https://club.example/@anna',
    'https://club.example/anna',
    'https://club.example/users/anna',
  ])
    assert.deepEqual(judgeName(text, CLUB), { name: 'anna' }, text);
  assert.equal(nameForm('anna@chat.example', CLUB), 'anna@chat.example');
  assert.equal(nameForm('anna@xclub.example', CLUB), 'anna@xclub.example');
  assert.equal(fullName('anna', CLUB), 'anna@club.example');
  assert.equal(fullName('anna@chat.example', CLUB), 'anna@chat.example');
  assert.equal(fullName('anna', ANYWHERE), 'anna');
});

test('a form is its own form, and what has none is refused', () => {
  const names = Object.keys(SPELLINGS).concat(
    'team/anna',
    'a/b@x',
    'https://forum.example/members/12',
    'd\\20e@x.example',
  );
  for (const rules of [ANYWHERE, CLUB])
    for (const name of names) {
      const form = nameForm(name, rules);
      assert.equal(nameForm(form, rules), form, name);
    }
  // Where names are not of a chat or Fediverse server, a part behind a slash belongs to the name.
  assert.equal(nameForm('team/anna', ANYWHERE), 'team/anna');
  assert.equal(nameForm('https://forum.example/members/12', ANYWHERE), 'https://forum.example/members/12');
  assert.equal(judgeName(`${'xmpp:'.repeat(9)}anna`, ANYWHERE).reason, 'is not an address');
  assert.equal(judgeName('@@anna', CLUB).reason, 'begins with more than one @');
  assert.equal(
    judgeName('https://clay.example/@vera/1234', ANYWHERE).reason,
    'is a link to a post, not to a person',
  );
  assert.equal(
    judgeName('https://club.example/anna/p/1', CLUB).reason,
    'is a link to a post, not to a person',
  );
  assert.equal(judgeName('https://www.instagram.com/anna', CLUB).reason, 'is a link to another site');
  assert.equal(judgeName('xmpp:', CLUB).reason, 'is empty');
});

test('usernames have the form of before, whatever the site is', () => {
  const rules = nameRules('instagram', {
    kind: 'xmpp',
    address: 'https://x.example',
    domain: 'club.example',
  });
  assert.deepEqual(rules, { kind: 'instagram', domain: null });
  assert.equal(nameForm(' @Lena.Hartog', rules), 'lena.hartog');
  assert.equal(judgeName('lena/x', rules).reason, 'is not a username');
});

test('the domain is that of the chosen site', () => {
  const domainOf = (site: Parameters<typeof nameRules>[1]) => nameRules('address', site).domain;
  assert.equal(
    domainOf({ kind: 'xmpp', address: 'https://x.example', domain: 'Club.Example.' }),
    'club.example',
  );
  assert.equal(domainOf({ kind: 'snac', address: 'https://Club.example:8443/social' }), 'club.example:8443');
  for (const site of [null, { kind: 'practice' } as const, { kind: 'own', name: 'x' } as const])
    assert.equal(domainOf(site), null);
});

test('the beginning of an own address is looked for without the domain', () => {
  for (const text of ['an', '@an', 'an@', 'an@club', 'AN@club.example'])
    assert.equal(beginningOfName(text, CLUB), 'an', text);
  assert.equal(beginningOfName('an@chat', CLUB), 'an@chat');
});
