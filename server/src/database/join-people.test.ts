import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { assertEngineInvariants } from '../testing/engine-invariants.ts';
import { createWorld, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { startTestAppOn } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { MIGRATIONS_FOLDER } from './migrate.ts';

const DOMAIN = 'club.example';
const SITE = { kind: 'xmpp', address: `https://chat.${DOMAIN}/`, domain: DOMAIN };

/** A server on a database in which people may stand under several spellings. */
async function startBefore(t: TestContext): Promise<World & { migrate(): Promise<void> }> {
  const database = await createTestDatabase();
  t.after(database.drop);
  const world = await createWorld(await startTestAppOn(t, { database, clock: new ManualClock() }));
  await database.pool.query(`update settings set names = 'address', site = $1`, [SITE]);
  // The functions of this version need the tables of later migrations.
  const migrate = async () => {
    await database.pool.query('drop function join_people');
    await database.pool.query(await readFile(join(MIGRATIONS_FOLDER, '0055-one-form-of-names.sql'), 'utf8'));
  };
  return { ...world, migrate };
}

test('people under several spellings become one, with all that is known of them, and no number is wrong', async (t) => {
  const world = await startBefore(t);
  const { pool } = world.app.database;
  const { id: user } = world.user;
  const many = (text: string, rows: unknown[][]) =>
    Promise.all(rows.map((row) => pool.query(text, [user, ...row])));
  const [shop, two] = [await world.profile('shop'), await world.profile('two')];
  const list = await world.list([
    'ann@chat.example',
    'xmpp:ann@chat.example',
    `bo@${DOMAIN}`,
    'bo',
    `bo@${DOMAIN}/work`,
    'cy',
    'https://clay.example/@dee',
    'plain.name',
  ]);
  const other = await world.list([`bo@${DOMAIN}`]);
  const campaign = await world.campaign({ list, profiles: [shop] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  await world.result(await world.sending(), { outcome: 'not_found' });
  world.turn(PACE_SECONDS);
  const sending = await world.sending();
  const second = await world.campaign({ list, profiles: [two] });
  await world.start(second);
  const [leased] = await world.work({ paths: ['/p/two'] });
  assert.deepEqual([sending.recipient, leased?.recipient], [`bo@${DOMAIN}`, 'bo']);
  await many('insert into do_not_contact (user_id, recipient, created_at, how) values ($1, $2, $3, $4)', [
    ['dee@clay.example', '2026-01-02', 'hand'],
    ['https://clay.example/@dee', '2026-01-03', 'link'],
    ['acct:eve@clay.example', '2026-01-03', 'hand'],
  ]);
  await many('insert into people (user_id, recipient, fields, tags, sources) values ($1, $2, $3, $4, $5)', [
    ['bo', { 1: 'Bo', 2: '' }, [1, 2], [7]],
    [`bo@${DOMAIN}`, { 1: 'Robert', 3: 'Oslo' }, [2, 3], [8, 7]],
  ]);
  await many(
    `insert into person_notes (user_id, recipient, text, author_name, created_at) values ($1, $2, 'x', 'me', now())`,
    [['bo'], [`bo@${DOMAIN}/work`]],
  );
  await many(
    `insert into replies (user_id, recipient, profile_id, site_id, at, read_at, via) values ($1, $2, $3, $4, now(), now(), 'reading')`,
    [
      ['bo', shop, 'same'],
      [`bo@${DOMAIN}`, shop, 'same'],
      [`bo@${DOMAIN}`, shop, 'another'],
    ],
  );
  await many('insert into opt_out_links (code, user_id, recipient, created_at) values ($2, $1, $3, $4)', [
    ['AAAAAAAAAAAA', 'bo', '2026-01-02'],
    ['BBBBBBBBBBBB', `bo@${DOMAIN}`, '2026-01-01'],
  ]);
  await pool.query('update settings set own_name = $1', [`me@${DOMAIN}`]);
  await assertEngineInvariants(pool);

  await world.migrate();

  await assertEngineInvariants(pool);
  assert.deepEqual(await world.names(list), {
    'ann@chat.example': 'sent',
    bo: 'pending',
    cy: 'pending',
    'dee@clay.example': 'pending',
    'plain.name': 'pending',
  });
  assert.deepEqual(await world.names(other), { bo: 'pending' });
  const column = async (query: string) => (await pool.query({ text: query, rowMode: 'array' })).rows;
  assert.deepEqual(await column('select recipient, how from do_not_contact order by 1'), [
    ['dee@clay.example', 'link'],
    ['eve@clay.example', 'hand'],
  ]);
  assert.deepEqual(await column('select recipient, fields, tags, sources from people'), [
    ['bo', { 1: 'Bo', 2: '', 3: 'Oslo' }, [1, 2, 3], [7, 8]],
  ]);
  assert.deepEqual(await column('select recipient from person_notes'), [['bo'], ['bo']]);
  assert.deepEqual(await column('select recipient, site_id from replies order by 2'), [
    ['bo', 'another'],
    ['bo', 'same'],
  ]);
  assert.deepEqual(await column('select own_name from settings'), [['me']]);
  for (const code of ['AAAAAAAAAAAA', 'BBBBBBBBBBBB'])
    assert.deepEqual(
      await column(`select recipient from opt_out_links where code = '${code}'
        union select recipient from recovered_links where code = '${code}'`),
      [['bo']],
    );
  assert.deepEqual(
    await column(
      `select recipient, last_messaged_at is not null, not_found_at is null from message_ledger order by 1`,
    ),
    [
      ['ann@chat.example', true, true],
      ['bo', false, true],
    ],
  );
  // Who is being sent to still is; who was only handed out has left, and its profile goes on.
  await world.result(sending, { outcome: 'sent' });
  const refused = await world.begin(leased as never).catch((error) => error.status);
  assert.equal(refused, 409);
  await assertEngineInvariants(pool);
  const { campaigns } = await world.user.call('GET /api/people/{name}', {
    params: { name: `bo@${DOMAIN}` },
    query: {},
  });
  assert.deepEqual(campaigns.map(({ state }) => state).sort(), ['sent', 'skipped', 'waiting']);
  world.turn(PACE_SECONDS);
  const [next] = await world.work({ paths: ['/p/two'] });
  assert.equal(next?.recipient, 'cy');
});

test('of two rows of a person the one that tells most of what was sent stays', async (t) => {
  const world = await startBefore(t);
  const { app, user } = world;
  // The second row of each is the one that tells more.
  const people = ['sent', 'unclear', 'failed', 'sending', 'leased', 'pending'];
  const list = await world.list(people.flatMap((name) => [`${name}@${DOMAIN}`, name]));
  const idsOf = async () => {
    const { recipients } = await user.call('GET /api/lists/{id}/recipients', { params: { id: list } });
    return Object.fromEntries(recipients.map(({ recipient, id }) => [recipient, id]));
  };
  const before = await idsOf();
  const setStatus = async (name: string, ...statuses: ('failed' | 'pending')[]) => {
    for (const status of statuses)
      await user.call('PUT /api/recipients/{id}/status', {
        params: { id: before[name] ?? 0 },
        body: { status },
      });
  };
  for (const name of [`unclear@${DOMAIN}`, 'failed', `pending@${DOMAIN}`]) await setStatus(name, 'failed');
  const profiles = [await world.profile('one'), await world.profile('two')];
  await world.start(await world.campaign({ list, profiles }));
  // Pending, and behind the campaign's line.
  await setStatus(`leased@${DOMAIN}`, 'failed', 'pending');
  for (const outcome of ['not_found', 'sent', 'unknown', 'not_found', 'sent'] as const) {
    const [delivery] = await world.work({ paths: ['/p/one'] });
    if (!delivery) assert.fail();
    await world.begin(delivery);
    await world.result(delivery, { outcome });
    world.turn(PACE_SECONDS);
  }
  const [sending] = await world.work({ paths: ['/p/one'] });
  if (!sending) assert.fail();
  await world.begin(sending);
  const [leased] = await world.work({ paths: ['/p/two'] });
  assert.deepEqual([sending.recipient, leased?.recipient], ['sending', 'leased']);

  await world.migrate();

  await assertEngineInvariants(app.database.pool);
  const stayed = await idsOf();
  for (const name of people) assert.equal(stayed[name], before[name], name);
  assert.deepEqual(await world.names(list), {
    failed: 'failed',
    leased: 'pending',
    pending: 'pending',
    sending: 'pending',
    sent: 'sent',
    unclear: 'failed',
  });
});

test('the migration gives each name the form that the server gives it', async (t) => {
  const world = await startBefore(t);
  const { pool } = world.app.database;
  const names = [
    ...['ann@chat.example/a/b@c', 'xmpp:ann2@chat.example?message', 'xmpp://me@x.example/ann3@chat.example'],
    ...[
      'xmpp:ann4%40chat.example',
      '<ann5@chat.example>',
      '(ann6@chat.example)',
      '"ann7@chat.example"',
      '[ann8@chat.example]',
    ],
    ...[
      'mailto:ann9@chat.example?subject=x',
      'ann10@chat.example.',
      'https://x.example/i/ann11@chat.example',
    ],
    ...['//clay.example/@vera1', 'clay.example/@vera2', 'https://clay.example/users/vera3/followers'],
    ...['https://other.example/@vera4@clay.example', 'acct:@vera5@clay.example', '＠vera6@clay.example'],
    ...[
      'zoe\u0308@chat.example',
      'xmpp:zo%c3%abx@chat.example',
      'd\\20e@chat.example',
      'a/b@x.example',
      'xmpp:%ff@x.example',
    ],
    ...[
      `ann12@${DOMAIN}`,
      `ann13@${DOMAIN}/x`,
      'ann14/x',
      `https://${DOMAIN}/ann15`,
      `https://${DOMAIN}:443/@ann16`,
    ],
    ...['ann17@xclub.example', `@${DOMAIN}`, `a@b@${DOMAIN}`, 'j\u00f8rgen', 'plain'],
    ...[
      'https://clay.example/@vera/123',
      `https://${DOMAIN}/ann/p/1`,
      'https://elsewhere.example/x/y',
      'xmpp:',
      '<>',
    ],
    `${'xmpp:'.repeat(9)}deep`,
  ];
  for (const domain of [DOMAIN, null]) {
    await pool.query('update settings set site = $1', [domain && SITE]);
    const list = await world.list(names);
    await world.migrate();
    const { rows } = await pool.query<{ recipient: string }>(
      'select recipient from recipients where list_id = $1 order by id',
      [list],
    );
    const rules = { kind: 'address', domain } as const;
    // What the server would refuse stays as it is.
    const formOf = (name: string) => (STAY.has(name) ? name : nameForm(name, rules));
    assert.deepEqual(
      rows.map(({ recipient }) => recipient),
      names.map(formOf),
    );
  }
});

const STAY = new Set(['https://clay.example/@vera/123', 'xmpp:', '<>', `${'xmpp:'.repeat(9)}deep`]);
