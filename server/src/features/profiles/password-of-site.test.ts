import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SiteChoice } from '@pigeonpost/contract/account/site';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const PATH = '/p/shop';
const CLUB = 'https://chat.club.example';
const THIEF = 'https://chat.thief.example';
const XMPP = { kind: 'xmpp', address: `${CLUB}/`, domain: 'club.example' } as const;

/** An account on a site, its machine, and a profile whose password was typed for that site. */
async function start(t: TestContext, site: SiteChoice | null = XMPP) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const machine = await enrolMachine(app, user);
  const choose = (next: SiteChoice | null) => user.call('PUT /api/site', { body: { site: next } });
  /** The machine takes a site; `origins` are those of the driver in its folder. */
  const take = (choice: SiteChoice | null, origins?: string | null) =>
    machine.report({ folders: [PATH], site: { choice, error: null, ...(origins && { origins }) } });
  await choose(site);
  await take(site);
  const base = { profile_name: 'shop', profile_path: PATH, insta_username: 'anna' };
  const { profile } = await user.call('POST /api/profiles', {
    body: { ...base, insta_password: 'kiln-9000' },
  });
  const { id } = profile;
  const edit = async (change: object) =>
    (await user.call('PUT /api/profiles/{id}', { params: { id }, body: { ...base, ...change } })).profile;
  const read = async (origins?: string) => {
    const query = origins === undefined ? {} : { origins };
    const given = await machine.call('GET /api/agent/profiles/{id}/sign-in', { params: { id }, query });
    return given.insta_password;
  };
  const isLost = async () => {
    const found = (await user.call('GET /api/profiles')).profiles.find((one) => one.id === id);
    assert.notEqual(found?.has_password, found?.password_lost, 'it is stored, or asked for again');
    return found?.password_lost;
  };
  return { app, user, machine, choose, take, edit, read, isLost };
}

test('a password typed for one site is lost with any other, and the way back does not bring it back', async (t) => {
  for (const other of [
    { ...XMPP, address: `${THIEF}/` },
    { ...XMPP, address: `${CLUB}:8443/` },
    { ...XMPP, address: 'https:///chat.thief.example/' },
    { ...XMPP, address: 'http://127.0.0.1:5280/' },
    { ...XMPP, domain: 'thief.example' },
    { kind: 'snac', address: XMPP.address },
    { kind: 'described', name: 'club' },
    { kind: 'own', name: 'club' },
    { kind: 'practice' },
    null,
  ] as const) {
    const { choose, take, read, isLost, edit } = await start(t);
    assert.equal(await read(), 'kiln-9000');
    await choose(other);
    await take(other);
    assert.deepEqual([await read(), await isLost()], [null, true], JSON.stringify(other));
    await choose(XMPP);
    await take(XMPP);
    assert.deepEqual([await read(), await isLost()], [null, true], 'the way back');
    await edit({ insta_password: 'raku-night' });
    assert.deepEqual([await read(), await isLost()], ['raku-night', false], 'typed again');
  }
});

test('the same origin is the same site, whatever page of it', async (t) => {
  const { choose, take, read, isLost } = await start(t);
  const moved = { ...XMPP, address: 'https://Chat.Club.Example/inverse/' };
  await choose(moved);
  await take(moved);
  assert.deepEqual([await read(), await isLost()], ['kiln-9000', false]);
});

test('a machine that still has the former site gets no password of the present one', async (t) => {
  const { choose, take, read, edit, isLost } = await start(t);
  const snac = { kind: 'snac', address: 'https://social.club.example/' } as const;
  await choose(snac);
  await edit({ insta_password: 'raku-night' });
  assert.equal(await read(), null, 'it has not taken the site yet');
  await take(snac);
  assert.equal(await read(CLUB), null, 'a job that began before still asks for the former one');
  assert.equal(await read('https://social.club.example'), 'raku-night');
  assert.equal(await isLost(), false);
});

test('an account of another server is another place, unless its password is typed with it', async (t) => {
  const { edit, read, isLost } = await start(t);
  assert.equal((await edit({ insta_username: 'anna.b' })).has_password, true);
  await edit({ insta_username: 'anna@thief.example' });
  assert.deepEqual([await read(), await isLost()], [null, true]);
  await edit({ insta_username: '@anna@club.example', insta_password: 'raku-night' });
  await edit({ insta_username: 'anna@Club.example' });
  assert.deepEqual([await read(), await isLost()], ['raku-night', false]);
});

for (const site of [null, { kind: 'described', name: 'club' }, { kind: 'own', name: 'club' }] as const) {
  test(`only the agent knows the servers of ${site?.kind ?? 'a folder’s driver'}: a password stays with them`, async (t) => {
    const { take, read, edit, isLost } = await start(t, site);
    assert.equal(await read(), 'kiln-9000', 'an agent of before says none');
    await take(site, CLUB);
    assert.deepEqual([await read(CLUB), await read(THIEF)], ['kiln-9000', null]);
    await take(site, null);
    assert.deepEqual(
      [await isLost(), await read(CLUB)],
      [false, 'kiln-9000'],
      'it cannot load its driver now',
    );
    await take(site, THIEF);
    assert.deepEqual([await isLost(), await read(THIEF)], [true, null]);
    await take(site, CLUB);
    assert.deepEqual([await isLost(), await read(CLUB)], [true, null]);
    await edit({ insta_password: 'raku-night' });
    assert.deepEqual([await read(CLUB), await read(THIEF)], ['raku-night', null], 'of the report before it');
    await take(site, THIEF);
    assert.equal(await isLost(), true);
  });
}

test('over http a password goes to this very machine only', async (t) => {
  const { app, user, choose, take, edit, read } = await start(t);
  const plain = { kind: 'snac', address: 'http://social.club.example/' } as const;
  const { status, message } = await refusal(choose(plain));
  assert.deepEqual([status, message.slice(0, 31)], [400, 'Address must begin with https:/']);
  // Chosen before there was this rule.
  await app.database.pool.query('update settings set site = $2 where user_id = $1', [user.id, plain]);
  await take(plain);
  await edit({ insta_password: 'raku-night' });
  assert.deepEqual([await read(), await read('http://social.club.example')], [null, null]);
  await choose({ kind: 'own', name: 'club' });
  await take({ kind: 'own', name: 'club' });
  await edit({ insta_password: 'raku-night' });
  assert.deepEqual([await read('http://social.club.example'), await read()], [null, 'raku-night']);
  const ours = { kind: 'snac', address: 'http://localhost:8001/' } as const;
  await choose(ours);
  await take(ours);
  await edit({ insta_password: 'raku-night' });
  assert.equal(await read('http://localhost:8001'), 'raku-night');
});

test('a server of the version before changes the site: its passwords are lost as well', async (t) => {
  const { app, user, isLost } = await start(t);
  await app.database.pool.query('update settings set site = null where user_id = $1', [user.id]);
  assert.equal(await isLost(), true);
});
