// Over 300 lines: one search through all tables and one person of whom everything is known serve all tests of erasing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BEING_WRITTEN_TO } from '@pigeonpost/contract/people/erasures';
import { tryLockImport } from '../../database/locks.ts';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { createWorld, PACE_SECONDS, startWorld, type World } from '../../testing/engine-world.ts';
import { reader, readReplies, requests, tell } from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { forgetErasedNames } from '../erasures/forget-names.ts';

// Part of no word of the product.
const LENA = 'lena.hartog';

const erase = (world: World, name = LENA, confirm = name) =>
  world.user.call('POST /api/people/{name}/erase', { params: { name }, body: { confirm } });

const personOf = (world: World, name = LENA) =>
  world.user.call('GET /api/people/{name}', { params: { name }, query: {} });

const isGone = async (world: World, name = LENA) => (await refusal(personOf(world, name))).status === 404;

/** Every column of every table that has this text, in whichever form, except the audit log. */
async function placesOf({ app }: World, text: string): Promise<string[]> {
  const { pool } = app.database;
  const { rows: columns } = await pool.query<{ name: string; column: string; type: string }>(
    `select c.table_name as name, c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'audit_log'
       and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY') order by 1, 2`,
  );
  assert.ok(columns.length > 120, `${columns.length} columns are looked at`);
  const places: string[] = [];
  for (const { name, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows } = await pool.query(
      `select from ${name} where strpos(lower(${value}), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) places.push(`${name}.${column}`);
  }
  return places;
}

/** A person of whom everything is known that can be, and a campaign that goes on. */
async function startRich(world: World) {
  const { user, app, agent } = world;
  const shop = await reader(world);
  await user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord & Clay' } });
  const list = await world.list([]);
  const { import_id } = await user.call('POST /api/recipients/import', {
    body: {
      list_id: list,
      columns: [{ new_field: 'first_name' }, { note: true }],
      rows: [
        [LENA, 'Lena-Marie', 'Met Lena-Marie at the fair'],
        ['bo', 'Bo', ''],
        ['cy', 'Cy', ''],
      ],
      tags: ['vip'],
      source: { text: 'Newsletter form', stated_on: '2026-01-01' },
    },
  });
  assert.ok(import_id);
  await user.call('POST /api/people/{name}/sources', {
    params: { name: LENA },
    body: { text: 'Told us as Lena-Marie', stated_on: '2026-01-02' },
  });
  const { sources } = await user.call('POST /api/people/{name}/sources', {
    params: { name: LENA },
    body: { text: 'Lena-Marie again', stated_on: '2026-01-03' },
  });
  await user.call('DELETE /api/people/{name}/sources/{id}', {
    params: { name: LENA, id: sources[0]?.id ?? 0 },
    body: { reason: 'Lena-Marie said no' },
  });
  const campaign = await world.campaign({
    list,
    profiles: [shop],
    content: 'Dear {first_name|you}, stop: {optout}',
  });
  await world.start(campaign);
  const first = await world.sending();
  assert.equal(first.recipient, LENA);
  await world.result(first, { outcome: 'sent' });
  world.turn(60);
  const link = first.message.slice(-12);
  // A retry that quotes the name, a failed one, one that is unclear, and one who was skipped.
  const others: number[] = [];
  for (const outcome of ['failed', 'not_found', 'unknown'] as const) {
    const second = await world.campaign({
      list: await world.list([LENA, 'dee']),
      profiles: [await world.profile(outcome)],
    });
    await world.start(second);
    world.turn(PACE_SECONDS);
    const delivery = await nextOf(world, second);
    assert.equal(delivery.recipient, LENA);
    await world.result(delivery, { outcome, reason: `The site says: no @Lena.Hartog here` });
    others.push(second);
  }
  await readReplies(world);
  for (const one of await requests(world))
    await tell(world, one.id, 'result', [
      { replies: [{ person: LENA, at: app.clock.now().toISOString(), text: 'Lena-Marie says hello' }] },
    ]);
  return { list, shop, campaign, link, others, import_id, agent };
}

/** The next delivery of this campaign, begun; those of others before it are sent. */
async function nextOf(world: World, campaign: number) {
  for (let turns = 0; turns < 20; turns++) {
    const [delivery] = await world.work();
    if (delivery) {
      await world.begin(delivery);
      if (delivery.campaign_id === campaign) return delivery;
      await world.result(delivery, { outcome: 'sent' });
    }
    world.turn(PACE_SECONDS);
  }
  throw new Error('The campaign had no turn.');
}

const figuresOf = async (world: World, campaigns: number[]) =>
  Promise.all(
    campaigns.map(async (id) => {
      const { total_sent, total_failed, total_not_found, total_uncertain, total_replied, total_list } =
        await world.details(id);
      return { total_sent, total_failed, total_not_found, total_uncertain, total_replied, total_list };
    }),
  );

test('an erased person is in no table but the audit log, and what campaigns counted stays', async (t) => {
  const world = await createWorld(await startTestApp(t, { publicUrl: 'https://news.fjord.example' }));
  const { user, app } = world;
  const { campaign, link, others } = await startRich(world);
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id: await world.list([LENA, 'ed']) },
  });
  // Somebody who can be brought back, and a name that can be put back on do-not-contact.
  await user.call('DELETE /api/recipients/{id}', {
    params: { id: recipients.find(({ recipient }) => recipient === LENA)?.id ?? 0 },
  });
  const { entry } = await user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  await user.call('DELETE /api/do-not-contact/{id}', { params: { id: entry.id }, body: {} });
  await user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  await user.call('PUT /api/settings', { body: { own_name: LENA } });
  await user.call('POST /api/people/{name}/notes', {
    params: { name: LENA },
    body: { text: 'Lena-Marie is ill' },
  });

  await app.database.pool.query(`insert into erasure_wishes values ($1, $2, $3)`, [
    user.id,
    LENA,
    app.clock.now(),
  ]);
  // A version without kinds wrote words.
  await app.database.pool.query(`update deliveries set reason = reason_args->>'words'`);
  await app.database.pool.query(
    `update campaign_logs set message = reason_args->>'words' where reason_kind = 'told'`,
  );
  const known = await placesOf(world, LENA);
  for (const place of [
    'campaign_logs.message',
    'campaign_logs.reason_args',
    'campaign_logs.recipient',
    'deleted_do_not_contact.recipient',
    'deleted_recipients.recipient',
    'deliveries.reason',
    'deliveries.reason_args',
    'deliveries.recipient',
    'do_not_contact.recipient',
    'erasure_wishes.recipient',
    'message_ledger.recipient',
    'opt_out_links.recipient',
    'people.recipient',
    'person_notes.recipient',
    'recipients.recipient',
    'replies.recipient',
    'settings.own_name',
    'withdrawn_sources.recipient',
  ])
    assert.ok(known.includes(place), `${place} of ${known}`);
  const marie = await placesOf(world, 'Lena-Marie');
  for (const place of [
    'people.fields',
    'deliveries.blanks',
    'sources.text',
    'replies.text',
    'campaign_logs.message',
  ])
    assert.ok(marie.includes(place), `${place} of ${marie}`);
  const figures = await figuresOf(world, [campaign, ...others]);
  await assertEngineInvariants(app.database.pool);

  assert.ok((await erase(world, LENA, ` @${LENA.toUpperCase()} `)).erased_at);
  // Lines of logs are hidden at once.
  const { logs } = await world.details(campaign);
  assert.equal(JSON.stringify(logs).includes(LENA), false);
  assert.ok(logs.some(({ recipient }) => recipient === '(erased)'));
  assert.equal(JSON.stringify(logs).includes('Lena-Marie'), false);
  assert.ok(await isGone(world));
  assert.deepEqual((await user.call('GET /api/search', { query: { search: LENA } })).people, []);
  await forgetErasedNames(app.deps);
  assert.deepEqual(await placesOf(world, LENA), []);
  assert.deepEqual(await placesOf(world, 'Lena-Marie'), []);
  assert.deepEqual(await placesOf(world, link), []);
  assert.deepEqual(await figuresOf(world, [campaign, ...others]), figures);
  await assertEngineInvariants(app.database.pool);
  const { rows: sources } = await app.database.pool.query('select text from sources');
  assert.deepEqual(sources, [{ text: 'Newsletter form' }], 'a source of others too stays');

  // Late words about them, and their turn to be tried again, change nothing of this.
  world.turn(86_400);
  for (let turn = 0; turn < 10; turn++) {
    for (const delivery of await world.work()) {
      assert.notEqual(delivery.recipient, LENA);
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    world.turn(PACE_SECONDS);
  }
  await assertEngineInvariants(app.database.pool);
  assert.deepEqual(await placesOf(world, LENA), []);
});

test('nobody who was erased comes back: not by imports, by hand, by a test, or as a name to leave alone', async (t) => {
  const world = await startWorld(t);
  const { user } = world;
  await world.list([LENA]);
  await erase(world);
  const list_id = await world.list(['bo']);
  await user.call('POST /api/do-not-contact', { body: { recipient: 'cy' } });
  const names = ['dee', LENA, 'bo', 'cy', `@${LENA}`, 'ed'];
  const report = {
    added: 2,
    already_there: 1,
    duplicates: 1,
    invalid: 0,
    blocked: 2,
    blocked_lines: [2, 4],
    errors: [],
  };
  const body = { list_id, recipients: names };
  assert.deepEqual(await user.call('POST /api/recipients/bulk/check', { body }), report);
  assert.deepEqual(await user.call('POST /api/recipients/bulk', { body }), report);
  const rows = [
    ['fay', 'Fay'],
    [LENA, 'Lena'],
    [LENA, 'Other'],
    ['bo', 'Bo'],
  ];
  const { import_id, ...table } = await user.call('POST /api/recipients/import', {
    body: {
      list_id,
      columns: [{ new_field: 'first_name' }],
      rows,
      source: { text: 'x', stated_on: '2026-01-01' },
    },
  });
  assert.ok(import_id);
  assert.deepEqual(table, {
    added: 1,
    already_there: 1,
    updated: 1,
    differing: 0,
    replaced: 0,
    duplicates: 1,
    invalid: 0,
    blocked: 1,
    blocked_lines: [2],
    errors: [],
  });
  // A body of more than 256 kB is read in a thread.
  const many = Array.from({ length: 30_000 }, (_, nth) => `person.${nth}`);
  const long = await user.call('POST /api/recipients/bulk', {
    body: { list_id, recipients: [...many, LENA] },
  });
  assert.deepEqual([long.added, long.blocked_lines], [30_000, [30_001]]);
  const only = await user.call('POST /api/recipients/bulk', { body: { list_id, recipients: [LENA] } });
  assert.deepEqual([only.added, only.blocked], [0, 1]);

  const words = /This person was erased\. Take the entry off your do-not-contact list first/;
  const added = await refusal(user.call('POST /api/recipients', { body: { list_id, recipient: LENA } }));
  assert.deepEqual([added.status, words.test(added.body.error)], [409, true]);
  const profile_id = await world.profile('shop');
  for (const call of [
    () => user.call('POST /api/tests', { body: { profile_id, recipient: LENA, text: 'Hi' } }),
    () => user.call('PUT /api/settings', { body: { own_name: LENA } }),
  ])
    assert.match((await refusal(call())).body.error, words);
  const { entry } = await user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  assert.deepEqual([entry.recipient, entry.how], ['(erased)', 'erased']);
  const bulk = await user.call('POST /api/do-not-contact/bulk', { body: { recipients: [LENA, 'gil'] } });
  assert.deepEqual([bulk.added, bulk.already_there], [1, 1]);
  await forgetErasedNames(world.app.deps);
  assert.deepEqual(await placesOf(world, LENA), []);

  // Another user has not erased her.
  const other = await createWorld(world.app);
  const theirs = await other.user.call('POST /api/recipients/bulk', {
    body: { list_id: await other.list([]), recipients: [LENA] },
  });
  assert.equal(theirs.added, 1);
});

test('an erased entry is on do-not-contact without a name, is found by the whole name, and comes off with a reason', async (t) => {
  const world = await startWorld(t);
  const { user } = world;
  const list_id = await world.list([LENA]);
  for (const recipient of ['ann', 'bo']) await user.call('POST /api/do-not-contact', { body: { recipient } });
  const { erased_at } = await erase(world);
  const entries = async (search?: string) => {
    const { do_not_contact, pagination } = await user.call('GET /api/do-not-contact', {
      query: search === undefined ? {} : { search },
    });
    assert.equal(pagination.totalItems, do_not_contact.length);
    return do_not_contact;
  };
  const [erased, ...rest] = await entries();
  assert.ok(erased);
  assert.deepEqual(
    { ...erased, id: 0 },
    { id: 0, recipient: '(erased)', created_at: erased_at, how: 'erased' },
  );
  assert.deepEqual(
    rest.map(({ recipient }) => recipient),
    ['bo', 'ann'],
  );
  assert.deepEqual(await entries(`@${LENA}`), [erased]);
  assert.deepEqual(await entries('lena'), []);
  assert.deepEqual(
    (await entries('an')).map(({ recipient }) => recipient),
    ['ann'],
  );
  const second = await user.call('GET /api/do-not-contact', { query: { page: 2, limit: 1 } });
  assert.deepEqual(
    second.do_not_contact.map(({ recipient }) => recipient),
    ['bo'],
  );

  // Once more, for whom nothing is known any more, is the same.
  world.turn(60);
  assert.deepEqual(await erase(world), { erased_at });
  const takeOff = (body: { reason?: string }, as = user) =>
    as.call('DELETE /api/do-not-contact/{id}', { params: { id: erased.id }, body });
  const refused = await refusal(takeOff({}));
  assert.deepEqual([refused.status, refused.body.error], [400, 'Say why: this person was erased.']);
  assert.equal((await refusal(takeOff({ reason: 'too short' }))).status, 400);
  const other = await world.app.signUp();
  assert.equal((await refusal(takeOff({ reason: 'She asked in the shop' }, other))).status, 404);
  await takeOff({ reason: 'She asked in the shop' });
  assert.equal((await refusal(takeOff({ reason: 'She asked in the shop' }))).status, 404);
  await user.call('POST /api/recipients', { body: { list_id, recipient: LENA } });
  assert.ok(await personOf(world));
});

test('who is being written to is not erased, nor anybody during an import, a stranger, or without the name typed', async (t) => {
  const world = await startWorld(t);
  const { user, app } = world;
  const list = await world.list([LENA, 'bo']);
  const campaign = await world.campaign({
    list,
    profiles: [await world.profile('one'), await world.profile('two')],
  });
  await world.start(campaign);
  const deliveries = await world.work();
  const lena = deliveries.find(({ recipient }) => recipient === LENA);
  assert.ok(lena);
  await world.begin(lena);
  const busy = await refusal(erase(world));
  assert.deepEqual(
    [busy.status, busy.body.error],
    [409, 'A message to this person is being sent right now. Try again in a moment.'],
  );
  await world.result(lena, { outcome: 'sent' });

  const typed = await refusal(erase(world, LENA, 'lena'));
  assert.deepEqual([typed.status, typed.body.error], [400, 'Type the name exactly']);
  assert.equal((await refusal(erase(world, 'nobody'))).status, 404);
  const other = await createWorld(app);
  assert.equal((await refusal(erase(other))).status, 404);
  assert.deepEqual(
    (await app.database.pool.query('select from erased_people')).rows,
    [],
    'a refusal leaves nothing',
  );
  await app.deps.asUser(user.id, async (tx) => {
    assert.ok(await tryLockImport(tx, user.id));
    const imports = await refusal(erase(world));
    assert.deepEqual(
      [imports.status, imports.body.error],
      [409, 'An import or another change of your people is running. Try again when it has ended.'],
    );
  });
  // Neither a subscription nor running campaigns matter.
  await app.database.pool.query(`update users set frozen_at = now(), subscription_end_date = '2020-01-01'`);
  assert.ok((await erase(world)).erased_at);
  assert.deepEqual(await world.names(list), { bo: 'pending' });
});

test('who is being written to is not erased though their list is gone, nor while a test is sent to them', async (t) => {
  const world = await startWorld(t);
  const list = await world.list([LENA]);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  await world.sending();
  // As after a deletion of the list that did not see the grant: only the ledger knows of the message.
  await world.app.database.pool.query('delete from recipients where list_id = $1', [list]);
  assert.equal((await refusal(erase(world))).message, BEING_WRITTEN_TO);
  world.turn(3600);
  await erase(world);
  // A test has no row among the messages of its person.
  const profile_id = await world.profile('two');
  await world.user.call('POST /api/tests', {
    body: { profile_id, recipient: 'dee', text: 'Hi {username}!' },
  });
  const test = await world.sending();
  assert.equal((await refusal(erase(world, 'dee'))).message, BEING_WRITTEN_TO);
  await world.result(test, { outcome: 'sent' });
});

test('somebody who has only been handed out is erased, and the campaign goes on with the others', async (t) => {
  const world = await startWorld(t);
  const list = await world.list([LENA, 'bo']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  await world.start(campaign);
  const [lena] = await world.work();
  assert.ok(lena);
  await erase(world);
  assert.equal((await refusal(world.begin(lena))).status, 409);
  world.turn(PACE_SECONDS);
  const bo = await world.sending();
  assert.equal(bo.recipient, 'bo');
  await world.result(bo, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await world.work();
  const { status, total_sent, total_list } = await world.details(campaign);
  assert.deepEqual([status, total_sent, total_list], ['completed', 1, 1]);
  await assertEngineInvariants(world.app.database.pool);
});

test('a reply of somebody who was erased is dropped, and counted as one of others', async (t) => {
  const world = await startWorld(t);
  const shop = await reader(world);
  const campaign = await world.campaign({ list: await world.list([LENA]), profiles: [shop] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  await erase(world);
  await forgetErasedNames(world.app.deps);
  world.turn(60);
  await readReplies(world);
  for (const one of await requests(world))
    await tell(world, one.id, 'result', [
      { replies: [{ person: LENA, at: world.app.clock.now().toISOString(), text: 'stop' }] },
    ]);
  assert.deepEqual(await placesOf(world, LENA), []);
  assert.equal((await world.details(campaign)).total_replied, 0);
});

test('the audit log names nobody who is put on do-not-contact, taken off, deleted or erased', async (t) => {
  const world = await startWorld(t);
  const { user, app } = world;
  const list_id = await world.list([LENA]);
  await user.call('POST /api/do-not-contact', { body: { recipient: LENA } });
  await user.call('POST /api/do-not-contact/bulk', { body: { recipients: [LENA, 'ann', 'bo'] } });
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list_id } });
  const params = { id: recipients[0]?.id ?? 0 };
  await user.call('DELETE /api/recipients/{id}', { params });
  await user.call('PUT /api/settings', { body: { own_name: LENA } });
  await erase(world);
  const { rows } = await app.database.pool.query<{ kind: string; before: unknown; after: unknown }>(
    `select kind, before, after from audit_log where user_id = $1 and kind in ('do_not_contact', 'person') order by id`,
    [user.id],
  );
  const hash = String(Object(rows.at(-1)?.after).erased);
  assert.match(hash, /^[0-9a-f]{8}$/);
  const [first, second, off, erased] = rows;
  assert.deepEqual(first?.after, { names: 1, hashes: [hash] });
  assert.deepEqual(Object(second?.after).hashes.length, 2);
  assert.deepEqual(off?.before, { names: 1, hashes: [hash], erased: true });
  assert.deepEqual(erased, { kind: 'person', before: null, after: { erased: hash } });
  const { rows: named } = await app.database.pool.query(
    `select from audit_log where strpos(audit_log::text, $1) > 0`,
    [LENA],
  );
  assert.deepEqual(named, []);
});

test('a version that knows nothing of erased people puts nobody into the lists of who erased somebody', async (t) => {
  const world = await startWorld(t);
  const { user, app } = world;
  const list_id = await world.list([LENA]);
  const add = (user_id: number, list: number) =>
    app.deps.asUser(user_id, async (tx) => {
      await tx.query(`select set_config('app.keeps_erased', '', true)`);
      await tx.query(
        `insert into recipients (user_id, list_id, recipient, position, created_at) values ($1, $2, 'bo', 0, now())`,
        [user_id, list],
      );
    });
  await erase(world);
  await assert.rejects(add(user.id, list_id), /knows nothing of erased people/);
  const other = await createWorld(app);
  await add(other.user.id, await other.list([]));
});
