import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { createWorld, PACE_SECONDS } from '../../testing/engine-world.ts';
import { reader } from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

/** The lines of two files as people have them: a roster of a chat client, and what somebody noted in the Fediverse. */
const ROSTER = `dora@chat.example
DORA@chat.example
dora@chat.example/phone
xmpp:dora@chat.example
<dora@chat.example>
mailto:dora@chat.example
emil@chat.example`.split('\n');
const NOTED = `ines@clay.example
@ines@clay.example
https://clay.example/@ines
https://clay.example/users/ines
acct:ines@clay.example
olaf@kiln.example`.split('\n');
const [DORA, EMIL, INES, OLAF] = [
  'dora@chat.example',
  'emil@chat.example',
  'ines@clay.example',
  'olaf@kiln.example',
];
const PEOPLE = [DORA, EMIL, INES, OLAF];
const OF_INES = NOTED.slice(0, 5);

test('people of files with many spellings are one each, for every rule about a person', async (t) => {
  const world = await createWorld(await startTestApp(t, { publicUrl: 'https://news.fjord.example' }));
  const { user } = world;
  const settings = (body: object) => user.call('PUT /api/settings', { body });
  await settings({ names: 'address', never_twice_days: 30 });
  await user.call('PUT /api/site', {
    body: { site: { kind: 'xmpp', address: 'https://club.example/', domain: 'club.example' } },
  });
  await user.call('PUT /api/settings/replies', { body: { budget: 1 } });
  await user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord' } });
  const shop = await reader(world);

  const load = async () => {
    const list_id = await world.list([]);
    const body = { list_id, recipients: [...ROSTER, ...NOTED] };
    return { list: list_id, report: await user.call('POST /api/recipients/bulk', { body }) };
  };
  /** A campaign to everybody of the files; gives the messages that went out, and why the others got none. */
  const write = async (list: number) => {
    const id = await world.campaign({ list, profiles: [shop], content: 'Hi! Stop: {optout}' });
    await world.start(id);
    const messages: Record<string, string> = {};
    for (let turn = 0; turn < PEOPLE.length; turn += 1) {
      const [delivery] = await world.work();
      if (!delivery) break;
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
      messages[delivery.recipient] = delivery.message;
      world.turn(PACE_SECONDS);
    }
    const { recipients } = await user.call('GET /api/campaigns/{id}/recipients', {
      params: { id },
      query: { state: 'skipped' },
    });
    const skipped = Object.fromEntries(recipients.map(({ recipient, reason }) => [recipient, reason]));
    return { messages, skipped };
  };

  const { list, report } = await load();
  assert.deepEqual([report.added, report.duplicates, report.invalid], [4, 9, 0]);
  assert.deepEqual(Object.keys(await world.names(list)), PEOPLE);
  for (const search of [...ROSTER, ...NOTED]) {
    const { people } = await user.call('GET /api/search', { query: { search } });
    assert.equal(people.length, 1, search);
  }

  await user.call('POST /api/do-not-contact', { body: { recipient: `xmpp:${EMIL}/home` } });
  const first = await write(list);
  assert.match(first.skipped[EMIL] ?? '', /do-not-contact/);
  assert.deepEqual(Object.keys(first.messages).sort(), [DORA, INES, OLAF]);
  // Never the same person twice, and then the budget of one message without a reply.
  const again = await write((await load()).list);
  assert.deepEqual(again.messages, {});
  assert.deepEqual(Object.keys(again.skipped).sort(), [DORA, INES, OLAF]);
  await settings({ never_twice_days: null });
  const third = await write((await load()).list);
  assert.deepEqual(third.messages, {});
  assert.match(third.skipped[DORA] ?? '', /without a reply/);
  await user.call('POST /api/people/{name}/waive', {
    params: { name: '<DORA@chat.example/phone>' },
    body: { reason: 'asked in the shop' },
  });
  assert.deepEqual(Object.keys((await write((await load()).list)).messages), [DORA]);

  // The stop link of one message holds for the person.
  await fetch(`${world.app.url}/o/${first.messages[INES]?.slice(-12)}`, {
    method: 'POST',
    body: new URLSearchParams({ do: 'stop' }),
  });
  for (const recipient of OF_INES) {
    const added = user.call('POST /api/recipients', { body: { list_id: list, recipient } });
    assert.equal((await refusal(added)).status, 409, recipient);
    const { pagination } = await user.call('GET /api/do-not-contact', { query: { search: recipient } });
    assert.equal(pagination.totalItems, 1, recipient);
  }

  await user.call('POST /api/people/{name}/erase', {
    params: { name: `acct:${OLAF}` },
    body: { confirm: 'https://kiln.example/@olaf' },
  });
  assert.deepEqual(Object.keys(await world.names(list)), [DORA, EMIL, INES]);
  const last = await load();
  assert.deepEqual([last.report.added, last.report.blocked], [1, 3]);
  assert.deepEqual(Object.keys(await world.names(last.list)), [DORA]);
  await assertEngineInvariants(world.app.database.pool);
});
