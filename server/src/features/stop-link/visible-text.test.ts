import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createWorld } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const HOST = 'post.example';
const UNSEEN = ['\u3164', '\u200b\u200b', '\u0301', '\u2800', '\u202e\u202c', '\u00a0\u2003'];
const TURNED = '\u202eKiln\u200b\nclub\u2069';
const TIDY = 'Kiln club';
const SUPPORT = { category: 'general', priority: 'low', description: 'Since today.' } as const;

test('every name that others read is visible, on one line, and turns nothing around it', async (t) => {
  const world = await createWorld(await startTestApp(t));
  const { call } = world.user;
  const list = await world.list(['ada']);
  const profile = await world.profile('one');
  const template = (await call('POST /api/templates', { body: { name: 'Hi', content: 'Hi' } })).template.id;
  const vip = (await call('POST /api/tags', { body: { name: 'VIP' } })).tag;
  const parts = { message_template_id: template, list_id: list, profiles_used: [profile] };
  const names: Record<string, (name: string) => Promise<unknown>> = {
    list: (name) => call('POST /api/lists', { body: { name } }).then((made) => made.list.name),
    template: (name) =>
      call('POST /api/templates', { body: { name, content: 'Hi' } }).then((made) => made.template.name),
    campaign: (name) =>
      call('POST /api/campaigns', { body: { name, ...parts } }).then((made) => made.campaign.name),
    subject: async (subject) => {
      const { id } = await call('POST /api/support', { body: { subject, ...SUPPORT } });
      return (await call('GET /api/support/{id}', { params: { id } })).ticket.subject;
    },
    profile: (profile_name) =>
      call('POST /api/profiles', { body: { profile_name, profile_path: `/p/${profile_name}` } }).then(
        (made) => made.profile.profile_name,
      ),
    tag: (name) => call('POST /api/tags', { body: { name } }).then((made) => made.tag.name),
    view: (name) =>
      call('POST /api/views', { body: { name, conditions: [{ kind: 'tag', id: vip.id, test: 'is' }] } }).then(
        (made) => made.view.name,
      ),
    sender: (sender_name) =>
      call('PUT /api/settings/people', { body: { sender_name } }).then((made) => made.sender_name),
    machine: async (machine_name) => {
      await call('POST /api/agent/enrol', { body: { machine_name, platform: 'linux', agent_version: '1' } });
      return (await call('GET /api/agents')).agents.at(-1)?.machine_name;
    },
  };
  for (const [kind, name] of Object.entries(names)) {
    for (const unseen of UNSEEN) assert.equal((await refusal(name(unseen))).status, 400, `${kind} ${unseen}`);
    assert.equal(await name(TURNED), TIDY, kind);
  }
  for (const content of UNSEEN)
    assert.equal(
      (await refusal(call('POST /api/templates', { body: { name: 'x', content } }))).status,
      400,
      'a message of nothing',
    );
});

test('the page of a stop link shows who writes, whatever their name was before names were checked', async (t) => {
  const world = await createWorld(await startTestApp(t, { publicUrl: `https://${HOST}` }));
  const { call, username } = world.user;
  await call('PUT /api/settings/people', { body: { sender_name: 'Fjord' } });
  const campaign = await world.campaign({
    content: 'Stop: {optout}',
    list: await world.list(['lena']),
    profiles: [await world.profile('one')],
  });
  await world.start(campaign);
  const lena = await world.sending();
  const page = () =>
    new Promise<string>((resolve, reject) => {
      const asked = request(`${world.app.url}/o/${lena.message.slice(-12)}`, { headers: { host: HOST } });
      asked.on('response', (answer) => resolve(text(answer)));
      asked.on('error', reject).end();
    });
  for (const [stored, shown] of [
    ['Fjord', 'Stop messages from Fjord?'],
    ['\u202eFjord\u2066\nnot', 'Stop messages from Fjord not?'],
    ['שלום', 'Stop messages from \u2068שלום\u2069?'],
    ['\u3164', `Stop messages from ${username}?`],
    ['\u0301\u200b', `Stop messages from ${username}?`],
  ] as const) {
    await world.app.database.pool.query('update settings set sender_name = $1', [stored]);
    const told = await page();
    assert.ok(told.includes(`<h1>${shown}</h1>`) && told.includes(`<title>${shown}</title>`), shown);
    assert.doesNotMatch(told, /[\u202a-\u202e\u2066\u2067\u200b]/);
  }
});

test('names that were stored before are made visible, and others stay as they are', async (t) => {
  const world = await createWorld(await startTestApp(t));
  const { pool } = world.app.database;
  const list = await world.list(['ada']);
  const plain = (await world.user.call('POST /api/lists', { body: { name: 'Zoë  👩‍👩‍👧 日本' } })).list;
  const odd = (await world.user.call('POST /api/lists', { body: { name: 'odd' } })).list;
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await pool.query('update lists set name = $2 where id = $1', [odd.id, TURNED]);
  await pool.query('update lists set name = $2 where id = $1', [list, '\u3164\u200b']);
  await pool.query('update campaigns set name = $2 where id = $1', [campaign, '\u0301']);
  const file = new URL('../../../migrations/0052-visible-names.sql', import.meta.url);
  await pool.query(await readFile(file, 'utf8'));
  const { lists } = await world.user.call('GET /api/lists');
  const nameOf = (id: number) => lists.find((one) => one.id === id)?.name;
  assert.deepEqual([nameOf(plain.id), nameOf(odd.id), nameOf(list)], [plain.name, TIDY, `No. ${list}`]);
  const seen = await world.user.call('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(seen.campaign.name, `No. ${campaign}`);
});
