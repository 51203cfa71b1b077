import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@pigeonpost/agent/clock';
import { createProfile } from '@pigeonpost/agent/firefox/create-profile';
import { startAgentProcess } from '@pigeonpost/agent/testing/agent-process';
import { startPracticeSite } from '@pigeonpost/agent/testing/practice-site';
import { temporaryFirefox } from '@pigeonpost/agent/testing/temporary-firefox';
import { until } from '@pigeonpost/agent/testing/until';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const PEOPLE = ['lena.hartog', 'kaffebaren_oslo', 'slow.kitchen'];
const ACCOUNT = 'kiln.club';
// Longer than a message to the inbox takes, so that a reply comes while the thread opens.
const OPENING_MS = 4_000;

test('a person who replies while their message is prepared gets none, and what was read says the rest', async (t) => {
  await using machine = await temporaryFirefox();
  machine.directory.close();
  const { path: profile_path } = await createProfile(ACCOUNT, { ...machine, clock: systemClock });
  await machine.quiet(profile_path);
  const inbox = await startPracticeSite();
  t.after(() => inbox.close());
  const site = await startSite(t, { PRACTICE_URL: inbox.url });
  const marta = await site.signUp('marta');
  const { call } = marta;
  const parts = await makeParts(marta);
  const [profile = 0] = parts.profiles_used;
  await call('PUT /api/profiles/{id}', {
    params: { id: profile },
    body: { profile_name: ACCOUNT, profile_path, insta_username: ACCOUNT },
  });
  // Each campaign has a list of its own: whoever was sent to is no longer pending in the first one.
  const start = async (name: string) => {
    const { list } = await call('POST /api/lists', { body: { name } });
    await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: PEOPLE } });
    return startCampaign(marta, { ...parts, name, list_id: list.id });
  };
  const get = async (id: number) => (await call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  const ended = (id: number) =>
    until('the end of the campaign', async () => (await get(id)).status === 'completed');
  const say = (person: string, text: string) =>
    inbox.turn('POST /incoming', { account: ACCOUNT, person, text });
  const arrivedAt = async (name: string) =>
    (await inbox.recordOf(ACCOUNT)).filter(({ person }) => person === name).length;

  const agent = startAgentProcess({
    ...machine.env,
    PIGEONPOST_URL: site.url,
    PIGEONPOST_DIR: machine.directory.path,
    PIGEONPOST_TOKEN: marta.token,
    PRACTICE_URL: inbox.url,
  });
  t.after(async () => {
    agent.kill('SIGKILL');
    await agent.ended;
  });
  const first = await start('Kiln open');
  await ended(first);
  assert.equal((await get(first)).total_sent, 3);

  // Nobody has read the inbox: the reply is seen in the thread that opens for the message.
  await inbox.turn('PUT /latency', { open_ms: OPENING_MS });
  const second = await start('Once more');
  const isLena = (line: string) => line.startsWith('Sending to lena.hartog ');
  await until('her second message', async () => agent.lines.filter(isLena).length === 2);
  await say('lena.hartog', 'Yes please, two seats');
  await agent.said(/^Not sent to lena\.hartog: This person replied\.$/);
  await inbox.turn('PUT /latency', { open_ms: 0 });
  await ended(second);
  const { total_sent, total_failed } = await get(second);
  assert.deepEqual([total_sent, total_failed], [2, 0]);
  assert.equal(await arrivedAt('lena.hartog'), 1);
  const { recipients } = await call('GET /api/campaigns/{id}/recipients', {
    params: { id: second },
    query: { state: 'skipped' },
  });
  assert.deepEqual(
    recipients.map(({ recipient, reason }) => [recipient, reason?.replace(/\d\d-\d\d-\d{4}$/, 'DATE')]),
    [['lena.hartog', 'Replied, on DATE']],
  );

  // A reading finds it again, with what the others wrote, and leaves all of it unread.
  await say('slow.kitchen', 'STOP 🙏');
  await say('friend.1', 'Do I know you?');
  await call('POST /api/replies/read', { body: {} });
  await until('the reading', async () => {
    const { reading } = await call('GET /api/replies/reading');
    assert.notEqual(reading?.status, 'failed');
    return reading?.status === 'completed';
  });
  const { reading } = await call('GET /api/replies/reading');
  const [read] = reading?.profiles ?? [];
  assert.deepEqual([read?.state, read?.replies, read?.others, read?.error], ['read', 1, 1, null]);
  const { replies } = await call('GET /api/replies', { query: {} });
  assert.deepEqual(
    replies.map(({ recipient, text, stop, do_not_contact }) => [recipient, text, stop, do_not_contact]),
    [
      ['slow.kitchen', 'STOP 🙏', 'sure', true],
      ['lena.hartog', 'Yes please, two seats', 'no', false],
    ],
  );
  assert.deepEqual([(await get(first)).total_replied, (await get(second)).total_replied], [1, 1]);
  const session = { headers: { cookie: `practice_account=${ACCOUNT}` } };
  assert.deepEqual(await (await fetch(`${inbox.url}/unread`, session)).json(), { count: 2 });

  // A conversation that has rested may be written to, and a person who asked to be left alone never.
  await call('PUT /api/settings/replies', { body: { quiet_days: 0 } });
  const third = await start('Third');
  await ended(third);
  assert.equal((await get(third)).total_sent, 2);
  assert.deepEqual([await arrivedAt('lena.hartog'), await arrivedAt('slow.kitchen')], [2, 2]);
});
