import assert from 'node:assert/strict';
import type { PersonEvent } from '@pigeonpost/contract/calls/person-events';
import { createWorld, engineTest, PACE_SECONDS, type World } from '../../testing/engine-world.ts';
import { now, reader, readReplies, requests, tell } from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';

const LENA = 'lena.hartog';
const params = { name: LENA };

const eventsOf = async (world: World, query: { limit?: number; before?: string } = {}) =>
  world.user.call('GET /api/people/{name}/events', { params, query });

const told = (events: readonly PersonEvent[]) =>
  events.map((event) =>
    [
      event.kind,
      'state' in event ? event.state : undefined,
      'text' in event ? event.text : undefined,
      'is_on' in event ? event.is_on : undefined,
      'reason' in event ? event.reason : undefined,
      'list_name' in event ? event.list_name : undefined,
    ].filter((one) => one !== undefined && one !== null),
  );

/** Writes to lena with a value that changes afterwards, notes something, is answered, and is told to stop. */
async function writeToLena(world: World): Promise<void> {
  const { user } = world;
  const shop = await reader(world);
  const list = await world.list([]);
  await user.call('POST /api/recipients/import', {
    body: {
      list_id: list,
      columns: [{ new_field: 'first_name' }],
      rows: [[LENA, 'Lena']],
      source: { text: 'Newsletter form', stated_on: '2026-01-01' },
    },
  });
  world.turn(60);
  await user.call('POST /api/people/{name}/notes', { params, body: { text: 'Left-handed' } });
  world.turn(60);
  const campaign = await world.campaign({ list, profiles: [shop], content: 'Dear {first_name}!' });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  const [field] = (await user.call('GET /api/fields')).fields;
  assert.ok(field);
  await user.call('PUT /api/people/{name}', { params, body: { fields: { [field.id]: 'Helena' } } });
  world.turn(PACE_SECONDS);
  await readReplies(world);
  const [request] = await requests(world);
  assert.ok(request);
  const replies = [{ person: [LENA], at: now(world), text: 'Yes please', site_id: '1' }];
  await tell(world, request.id, 'result', [{ replies }]);
  world.turn(60);
}

/** Puts the person on do-not-contact and takes them off again; with a reason it is as if their stop link had put them on. */
async function leaveAlone(world: World, { reason }: { reason?: string } = {}): Promise<void> {
  const { entry } = await world.user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  world.turn(60);
  if (reason !== undefined)
    await world.app.database.pool.query(`update do_not_contact set how = 'link' where id = $1`, [entry.id]);
  await world.user.call('DELETE /api/do-not-contact/{id}', {
    params: { id: entry.id },
    body: reason === undefined ? {} : { reason },
  });
  world.turn(60);
}

engineTest('what happened to a person comes newest first, with the words that were sent', async (world) => {
  await writeToLena(world);
  await leaveAlone(world);
  await leaveAlone(world, { reason: 'She wrote to us again' });
  await world.user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  const { events, next } = await eventsOf(world);
  assert.equal(next, null);
  assert.deepEqual(told(events), [
    ['do_not_contact', true],
    ['do_not_contact', false, 'She wrote to us again'],
    ['do_not_contact', true],
    ['do_not_contact', false],
    ['do_not_contact', true],
    ['reply', 'Yes please'],
    ['message', 'sent', 'Dear Lena!', 'People'],
    ['note', 'Left-handed'],
    ['added', 'People'],
  ]);
  const times = events.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted().toReversed());
  const [present, , earlier] = events;
  assert.ok(present?.kind === 'do_not_contact' && earlier?.kind === 'do_not_contact');
  assert.deepEqual([present.how, earlier.how], ['hand', null]);
});

engineTest('pages of one, two and all give the same events, also those of one moment', async (world) => {
  await writeToLena(world);
  // Three lists at one moment.
  for (const _ of [1, 2, 3]) await world.list([LENA]);
  // A deleted list is none, though its rows go later.
  const gone = await world.list([LENA]);
  await world.user.call('DELETE /api/lists/{id}', { params: { id: gone } });
  const whole = (await eventsOf(world)).events;
  assert.equal(whole.length, 7);
  for (const limit of [1, 2, 7]) {
    const seen: PersonEvent[] = [];
    let before: string | undefined;
    do {
      const page = await eventsOf(world, { limit, ...(before ? { before } : {}) });
      assert.ok(page.events.length <= limit);
      seen.push(...page.events);
      before = page.next ?? undefined;
      assert.ok(seen.length <= whole.length, 'no event comes twice');
    } while (before);
    assert.deepEqual(seen, whole);
  }
  for (const before of ['x', '1', '1.reply.x', `${'9'.repeat(17)}.reply.1`, '1.reply.1.2.3'])
    assert.equal((await refusal(eventsOf(world, { before }))).status, 400, before);
});

engineTest('being written to again and being left out are told with their reasons', async (world) => {
  const { user, app } = world;
  const shop = await reader(world);
  await user.call('PUT /api/settings/replies', { body: { budget: 1 } });
  const write = async (name: string) => {
    const campaign = await world.campaign({ list: await world.list([LENA]), profiles: [shop], name });
    await world.start(campaign);
    const [delivery] = await world.work();
    if (delivery) {
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    world.turn(PACE_SECONDS);
  };
  await write('Spring');
  await write('Summer');
  const skipped_at = new Date(now(world)).getTime() - PACE_SECONDS * 1000;
  await user.call('POST /api/people/{name}/waive', { params, body: { reason: 'She asked in the shop' } });
  // As the log told it before names were hashed.
  await app.database.pool.query(
    `insert into audit_log select $1, 9000, null, null, 'do_not_contact', 'created', null, null, null,
       jsonb_build_object('names', 1, 'first', jsonb_build_array($2::text)), null, $3, '\\x00'`,
    [user.id, LENA, app.clock.now()],
  );
  // Another user's own events of the same name.
  const { user: other, list } = await createWorld(app);
  await list([LENA]);
  const others = await other.call('GET /api/people/{name}/events', { params, query: {} });
  assert.deepEqual(told(others.events), [['added', 'People']]);
  const { events } = await eventsOf(world);
  assert.deepEqual(
    told(events).filter(([kind]) => kind !== 'added'),
    [
      ['waived', 'She asked in the shop'],
      ['do_not_contact', true],
      ['message', 'skipped', '1 message without a reply', 'People'],
      ['message', 'sent', `Hi ${LENA}!`, 'People'],
    ],
  );
  assert.equal(
    new Date(events.find((event) => 'state' in event && event.state === 'skipped')?.at ?? 0).getTime(),
    skipped_at,
  );
  const { campaigns } = await user.call('GET /api/people/{name}', { params, query: {} });
  assert.deepEqual(
    campaigns.map((one) => [one.campaign_name, one.state, one.reason, one.message]),
    [
      ['Summer', 'skipped', '1 message without a reply', null],
      ['Spring', 'sent', null, `Hi ${LENA}!`],
    ],
  );
  // What a deleted campaign did goes with it.
  const { campaign_id: id } = campaigns[1] ?? {};
  await user.call('DELETE /api/campaigns/{id}', { params: { id: id ?? 0 } });
  const left = (await eventsOf(world)).events;
  assert.deepEqual(
    left.flatMap((event) => (event.kind === 'message' ? [event.campaign_name] : [])),
    ['Summer'],
  );
});

engineTest('who is taken out is told until put back, and again at the next time', async (world) => {
  const shop = await reader(world);
  const list = await world.list([LENA, 'other.one']);
  const campaign = await world.campaign({ list, profiles: [shop] });
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', {
    params: { id: list },
    query: { search: LENA },
  });
  const change = (call: 'take-out' | 'put-back') =>
    world.user.call(`POST /api/campaigns/{id}/recipients/${call}`, {
      params: { id: campaign },
      body: { recipient_ids: [recipients[0]?.id ?? 0] },
    });
  const leftOut = async () =>
    (await eventsOf(world)).events.flatMap((event) =>
      event.kind === 'message' ? [[event.state, event.reason, event.at]] : [],
    );
  await change('take-out');
  const first = now(world);
  world.turn(60);
  assert.deepEqual(await leftOut(), [['skipped', 'Taken out by you', first]]);
  await world.start(campaign);
  world.turn(60);
  await change('put-back');
  assert.deepEqual(await leftOut(), []);
  world.turn(60);
  await change('take-out');
  assert.deepEqual(await leftOut(), [['skipped', 'Taken out by you', now(world)]]);
});

engineTest('somebody of whom nothing is known, or whom only others know, is not found', async (world) => {
  await writeToLena(world);
  const { user: other } = await createWorld(world.app);
  const call = 'GET /api/people/{name}/events';
  assert.equal((await refusal(other.call(call, { params, query: {} }))).status, 404);
  const nobody = { params: { name: 'nobody.here' }, query: {} };
  assert.equal((await refusal(world.user.call(call, nobody))).message, 'Nobody of this name here.');
});

engineTest('what was before an erasure does not come back with the name', async (world) => {
  await writeToLena(world);
  await leaveAlone(world);
  await world.user.call('POST /api/people/{name}/erase', { params, body: { confirm: LENA } });
  assert.equal((await refusal(eventsOf(world))).status, 404);
  const { do_not_contact: found } = await world.user.call('GET /api/do-not-contact', {
    query: { search: LENA },
  });
  await world.user.call('DELETE /api/do-not-contact/{id}', {
    params: { id: found[0]?.id ?? 0 },
    body: { reason: 'She asked to be written to again' },
  });
  await world.list([LENA]);
  assert.deepEqual(told((await eventsOf(world)).events), [['added', 'People']]);
});
