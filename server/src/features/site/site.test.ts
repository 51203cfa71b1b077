import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PRACTICE_ONLY, SITE_HELD } from '@pigeonpost/contract/account/site';
import { claimRequests, touchAgent } from '../../testing/agent-signs.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const XMPP = { kind: 'xmpp', address: 'https://chat.club.example/', domain: 'club.example' } as const;
const CLUB = { kind: 'described', name: 'club' } as const;

async function start(t: TestContext, config: { practiceUrl?: string } = {}) {
  const app = await startTestApp(t, config);
  const user = await app.signUp();
  const choose = (site: unknown) => user.call('PUT /api/site', { body: { site } as never });
  const chosen = async () => (await user.call('GET /api/site')).site;
  return { app, user, choose, chosen };
}

/** A machine with a profile, and a campaign to two people for it. */
async function sending(t: TestContext) {
  const scene = await start(t);
  const { app, user } = scene;
  const { call } = user;
  const machine = await enrolMachine(app, user);
  const report = (has: Parameters<typeof machine.report>[0]) =>
    machine.report({ folders: ['/p/first'], ...has });
  const begin = async () => {
    const body = { profile_path: '/p/first', profile_name: 'first', agent_id: machine.agent_id };
    const { profile } = await call('POST /api/profiles', { body });
    const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
    for (const recipient of ['ada', 'bo'])
      await call('POST /api/recipients', { body: { list_id: list.id, recipient } });
    const { template } = await call('POST /api/templates', { body: { name: 'Hello', content: 'Hi' } });
    const parts = { message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
    const { id } = (await call('POST /api/campaigns', { body: { name: 'Spring', ...parts } })).campaign;
    await call('POST /api/campaigns/{id}/start', { params: { id } });
    return id;
  };
  const work = () =>
    machine.call('POST /api/agent/work', {
      body: { capacity: 1, wait_seconds: 0, profile_paths: ['/p/first'] },
    });
  return { ...scene, machine, report, begin, work };
}

test('the site of an account is chosen, checked, changed and taken back', async (t) => {
  const { app, choose, chosen } = await start(t);
  assert.equal(await chosen(), null);
  assert.deepEqual(await choose({ ...XMPP, address: ` ${XMPP.address} ` }), {
    site: XMPP,
    is_practice: false,
  });
  assert.deepEqual(await chosen(), XMPP);
  for (const [wrong, message] of [
    [{ kind: 'instagram' }, 'Site must be practice, xmpp, snac, described, own or null'],
    ['practice', 'Site must be practice, xmpp, snac, described, own or null'],
    [{ ...XMPP, address: 'javascript:alert(1)' }, 'Address must begin with https:// or http://'],
    [{ ...XMPP, address: 'https://anna:secret@a.example/' }, 'Address must not contain a name or a password'],
    [{ ...XMPP, address: 'https://a b' }, 'Address must begin with https:// or http://'],
    [{ ...XMPP, address: `https://${'a'.repeat(1000)}` }, 'Address must not exceed 1000 characters'],
    [{ ...XMPP, address: '' }, 'Address is required'],
    [{ ...XMPP, domain: 'anna@club.example' }, 'Domain must be one such as club.example'],
    [{ kind: 'xmpp', address: XMPP.address }, 'Domain must be text'],
    [{ kind: 'snac', address: 'club.example' }, 'Address must begin with https:// or http://'],
    [{ kind: 'own', name: 'snac' }, '"snac" is the name of a site of the project'],
    [{ kind: 'described', name: '../club' }, 'Name must consist of small letters, digits and hyphens'],
    [{ kind: 'own', name: 'practice' }, '"practice" is the name of a site of the project'],
    [{ kind: 'own', name: 'a'.repeat(41) }, 'Name must not exceed 40 characters'],
  ] as const)
    assert.deepEqual(await refusal(choose(wrong)).then(({ status, message: said }) => [status, said]), [
      400,
      message,
    ]);
  assert.deepEqual(await chosen(), XMPP, 'nothing wrong is stored');
  const other = await app.signUp();
  assert.equal((await other.call('GET /api/site')).site, null, "another account's site is its own");
  const snac = { kind: 'snac', address: 'https://club.example/' } as const;
  assert.deepEqual((await choose(snac)).site, snac);
  await choose(CLUB);
  await choose(null);
  assert.equal(await chosen(), null);
});

test('a server for the practice inbox takes no other site', async (t) => {
  const { choose } = await start(t, { practiceUrl: 'http://127.0.0.1:9' });
  assert.deepEqual(await choose({ kind: 'practice' }), { site: { kind: 'practice' }, is_practice: true });
  const { status, message } = await refusal(choose(CLUB));
  assert.deepEqual([status, message], [400, PRACTICE_ONLY]);
});

test('an agent is asked for the site at its next work call, once, until it says that it took it', async (t) => {
  const { app, user, choose, report, work, machine } = await sending(t);
  const asked = async () => (await work()).requests.map(({ kind, payload }) => [kind, payload]);
  const end = (id: number | undefined, status: 'completed' | 'failed') =>
    machine.call('POST /api/agent/requests/{id}/result', { params: { id: id ?? 0 }, body: { status } });
  const isChanging = async () => (await user.call('GET /api/agents')).agents[0]?.is_changing_site;
  await report({ site: { choice: null, error: null } });
  await choose(XMPP);
  const [first] = (await work()).requests;
  assert.deepEqual([first?.kind, first?.payload], ['site', { site: XMPP }]);
  assert.deepEqual(await asked(), []);
  assert.equal(await isChanging(), true);
  await report({ site: { choice: XMPP, error: null } });
  assert.equal(await isChanging(), false);

  // The next choice waits for the end of this one.
  await choose(CLUB);
  assert.deepEqual(await asked(), []);
  await end(first?.id, 'completed');
  const [second] = (await work()).requests;
  assert.deepEqual(second?.payload, { site: CLUB });
  // One that cannot store it is asked once more after a minute, not at each call.
  await end(second?.id, 'failed');
  app.clock.advance(59_000);
  assert.deepEqual(await asked(), []);
  app.clock.advance(1_000);
  assert.deepEqual(await asked(), [['site', { site: CLUB }]]);
  const { rows } = await app.database.pool.query("select from requests where kind = 'site'");
  assert.equal(rows.length, 1, 'those before it are gone');
});

test('an agent that takes no site is never asked, and sends as before', async (t) => {
  const { user, choose, report, begin, work } = await sending(t);
  await report({});
  await choose(CLUB);
  await begin();
  const { requests, deliveries } = await work();
  assert.deepEqual([requests.length, deliveries.length], [0, 1]);
  assert.equal((await user.call('GET /api/agents')).agents[0]?.takes_site, false);
});

test('an agent that has not taken the present site gets no deliveries, and the page says why', async (t) => {
  const { app, user, choose, report, begin, work, machine } = await sending(t);
  const none = { site: { choice: null, error: null } };
  await report({ drivers: [], ...none });
  await touchAgent(app.deps, { user_id: user.id, agent_id: machine.agent_id });
  const id = await begin();
  const reason = async () =>
    (await user.call('GET /api/campaigns/{id}', { params: { id } })).campaign.waiting_reason;
  assert.equal(
    await reason(),
    'The agent on studio has no site driver, so it sends nothing: choose your site in Settings.',
  );
  await report({ drivers: [], site: { choice: null, error: 'There are two drivers.' } });
  assert.equal(await reason(), 'The agent on studio cannot use its site driver. There are two drivers.');
  await choose(CLUB);
  await report({ drivers: ['own'], ...none });
  assert.equal((await work()).deliveries.length, 0);
  assert.equal(
    await reason(),
    'The agent on studio changes to the site that you chose, once nothing is being sent.',
  );
  await report({ drivers: [], site: { choice: CLUB, error: 'There is no sites/club.json.' } });
  assert.equal(
    await reason(),
    'The agent on studio cannot use the site that you chose. There is no sites/club.json.',
  );
  await report({ drivers: [] });
  assert.equal(
    await reason(),
    'The agent on studio is too old to take its site from the app: start the present one.',
  );
  assert.deepEqual((await choose(XMPP)).site, XMPP, 'nothing sends, so it may be what is wrong');
  await choose(CLUB);
  await report({ drivers: ['club'], site: { choice: CLUB, error: null } });
  assert.equal(await reason(), null);
  assert.equal((await work()).deliveries.length, 1);
  const held = await refusal(choose(XMPP));
  assert.deepEqual([held.status, held.message], [409, SITE_HELD]);
  assert.deepEqual((await choose(CLUB)).site, CLUB, 'the same again is no change');
});

test('an account on the practice inbox gives work to the practice driver only', async (t) => {
  const { choose, report, begin, work } = await sending(t);
  const site = { kind: 'practice' } as const;
  await choose(site);
  await begin();
  await report({ drivers: ['own'] });
  assert.equal((await work()).deliveries.length, 0);
  await report({ drivers: ['practice'], site: { choice: site, error: null } });
  assert.equal((await work()).deliveries.length, 1);
});

test('a waiting agent learns of a change at once', async (t) => {
  const { app, user, choose, report, machine } = await sending(t);
  await report({ site: { choice: null, error: null } });
  const waiting = machine.call('POST /api/agent/work', {
    body: { capacity: 0, wait_seconds: 50, profile_paths: [] },
  });
  await choose(CLUB);
  assert.deepEqual(
    (await waiting).requests.map(({ kind }) => kind),
    ['site'],
  );
  assert.deepEqual(await claimRequests(app.deps, { user_id: user.id, agent_id: machine.agent_id }), []);
});
