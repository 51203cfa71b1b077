import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changeUsers } from '../../../testing/change-users.ts';
import { engineTest } from '../../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';
import { startTestApp } from '../../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const load = (recipients: string[], list_id = list.id) =>
    user.call('POST /api/recipients/bulk', { body: { recipients, list_id } });
  const check = (recipients: string[]) =>
    user.call('POST /api/recipients/bulk/check', { body: { recipients, list_id: list.id } });
  const rows = () =>
    app.database.db
      .selectFrom('recipients')
      .selectAll()
      .where('list_id', '=', list.id)
      .orderBy('position')
      .execute();
  const names = async () => (await rows()).map(({ recipient }) => recipient);
  const pending = async () =>
    (await user.call('GET /api/lists/{id}', { params: { id: list.id } })).list.pending;
  return { app, user, list, load, check, rows, names, pending };
}

const MIXED = [
  '@Lena.Hartog ',
  'olive_and_oak',
  '',
  'kaffebaren oslo',
  'LENA.HARTOG',
  'https://instagram.com/x',
  'maja',
  '   ',
  'ola',
  'Maja',
];
const ERRORS = [
  { line: 4, value: 'kaffebaren oslo', reason: 'has a space' },
  { line: 6, value: 'https://instagram.com/x', reason: 'is not a username' },
];

test('an import adds what is new and says what became of every other line', async (t) => {
  const { app, user, list, load, rows, names, pending } = await start(t);
  await user.call('POST /api/recipients', { body: { recipient: 'olive_and_oak', list_id: list.id } });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'maja' } });
  const report = await load(MIXED);
  assert.deepEqual(report, {
    added: 2,
    duplicates: 2,
    already_there: 1,
    invalid: 2,
    blocked: 1,
    blocked_lines: [7],
    errors: ERRORS,
  });
  assert.deepEqual(await names(), ['olive_and_oak', 'lena.hartog', 'ola']);
  assert.equal(await pending(), 3);
  for (const row of await rows()) {
    assert.equal(row.user_id, user.id);
    assert.equal(row.status, 'pending');
    assert.equal(row.campaign_id, null);
    assert.equal(row.created_at, app.clock.now().toISOString());
  }
});

test('a check answers what the import would and writes nothing', async (t) => {
  const { user, list, load, check, names, pending } = await start(t);
  await user.call('POST /api/recipients', { body: { recipient: 'olive_and_oak', list_id: list.id } });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'olive_and_oak' } });
  await user.call('POST /api/do-not-contact', { body: { recipient: 'maja' } });
  const checked = await check(MIXED);
  assert.deepEqual(await names(), ['olive_and_oak']);
  assert.equal(await pending(), 1);
  assert.deepEqual(await load(MIXED), checked);
  assert.deepEqual([checked.added, checked.already_there, checked.blocked], [2, 0, 2]);
  assert.deepEqual(checked.blocked_lines, [2, 7]);
});

test('an import is checked without a subscription, and made only with one', async (t) => {
  const { app, user, list, load, check } = await start(t);
  await changeUsers(app, "update users set subscription_end_date = '2020-01-01'");
  assert.equal((await check(['lena'])).added, 1);
  assert.equal((await refusal(load(['lena']))).status, 403);
  const { list: untouched } = await user.call('GET /api/lists/{id}', { params: { id: list.id } });
  assert.equal(untouched.recipient_count, 0);
});

test('the oldest first are the names in the order of their lines, also of two imports, and the newest first the reverse', async (t) => {
  const { user, list, load } = await start(t);
  await load(['zoe', 'ada', 'mia']);
  await load(['ola', 'ada', 'bo']);
  const page = async (query: { search?: string; page?: number; limit?: number; sort_by?: 'added_asc' }) => {
    const answer = await user.call('GET /api/lists/{id}/recipients', { params: { id: list.id }, query });
    return answer.recipients.map(({ recipient }) => recipient);
  };
  const inOrder = ['zoe', 'ada', 'mia', 'ola', 'bo'];
  assert.deepEqual(await page({ sort_by: 'added_asc' }), inOrder);
  assert.deepEqual(await page({ sort_by: 'added_asc', page: 2, limit: 3 }), ['ola', 'bo']);
  assert.deepEqual(await page({ sort_by: 'added_asc', search: 'o' }), ['zoe', 'ola', 'bo']);
  assert.deepEqual(await page({}), inOrder.toReversed());
});

test('an import without a name is refused, one of bad names only is reported', async (t) => {
  const { load, check } = await start(t);
  for (const call of [() => load([]), () => load(['', '  ']), () => check([])]) {
    const error = await refusal(call());
    assert.equal(error.status, 400);
    assert.equal(error.body.error, 'Please enter at least one recipient');
  }
  assert.equal((await load(['@'])).errors[0]?.reason, 'is empty');
  const { invalid, added, errors } = await load(
    Array.from({ length: 150 }, (_, n) => `${'x'.repeat(300)} ${n}`),
  );
  assert.deepEqual([invalid, added, errors.length], [150, 0, 100]);
  assert.equal(errors[99]?.line, 100);
  assert.equal(errors[0]?.value.length, 200);
});

test('an import of a hundred thousand numbers is refused in one sentence', async (t) => {
  const { load } = await start(t);
  const refused = await refusal(load(Array(100_000).fill(1)));
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body, {
    error: 'Each recipient must be a text',
    fields: { recipients: 'Each recipient must be a text' },
  });
});

test('a user has one import at a time: another one is refused at once, whichever list it is for', async (t) => {
  const { app, user, list, load, check, pending } = await start(t);
  const other = (await user.call('POST /api/lists', { body: { name: 'Others' } })).list;
  const nils = await app.signUp();
  const theirs = (await nils.call('POST /api/lists', { body: { name: 'Theirs' } })).list;
  const { first } = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const first = load(['lena', 'maja']);
    await waitForLockWaits(app.database, 1);
    const refusals = await Promise.all(
      Array.from({ length: 24 }, (_, n) => refusal(load(['ola'], n % 2 ? list.id : other.id))),
    );
    for (const { status, message } of refusals)
      assert.deepEqual(
        [status, message],
        [409, 'An import or another change of your people is running. Try again when it has ended.'],
      );
    // Nobody else waits, and a check writes nothing.
    const body = { recipients: ['ola'], list_id: theirs.id };
    assert.equal((await nils.call('POST /api/recipients/bulk', { body })).added, 1);
    assert.equal((await check(['lena', 'ola'])).added, 2);
    return { first };
  });
  assert.equal((await first).added, 2);
  assert.equal((await load(['lena', 'ola'])).already_there, 1);
  assert.equal(await pending(), 3);
});

test('an import that runs on another server counts too', async (t) => {
  const { app, user, load } = await start(t);
  await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(5, $1::int)', [user.id]);
    assert.equal((await refusal(load(['lena']))).status, 409);
  });
  assert.equal((await load(['lena'])).added, 1);
});

test('of many checks at once one runs, and one whose caller has gone makes room for the next', async (t) => {
  const { app, user, list, check } = await start(t);
  const names = Array.from({ length: 60_000 }, (_, n) => `name_${n}`);
  const all = await Promise.all(Array.from({ length: 4 }, (_, n) => check([`name_${n}`])));
  assert.ok(all.every(({ added }) => added === 1));
  const gone = new AbortController();
  const body = { recipients: names, list_id: list.id };
  const first = user.call('POST /api/recipients/bulk/check', { body, signal: gone.signal });
  const { second } = await rolledBack(app.database, async (client) => {
    await client.query('lock table lists in access exclusive mode');
    await waitForLockWaits(app.database, 1);
    const second = check(['lena']);
    gone.abort();
    await assert.rejects(first);
    return { second };
  });
  assert.equal((await second).added, 1);
});

test('the same names go into two lists, and into the lists of two users', async (t) => {
  const { app, user, load } = await start(t);
  const { list } = await user.call('POST /api/lists', { body: { name: 'Others' } });
  const other = await app.signUp();
  const theirs = (await other.call('POST /api/lists', { body: { name: 'Theirs' } })).list;
  assert.equal((await load(['lena', 'maja'])).added, 2);
  assert.equal((await load(['lena', 'maja'], list.id)).added, 2);
  const body = { recipients: ['lena', 'maja'], list_id: theirs.id };
  assert.equal((await other.call('POST /api/recipients/bulk', { body })).added, 2);
});

test('an import whose connection dies after its rows were written leaves none of them', async (t) => {
  const { app, user, load, rows, pending } = await start(t);
  const recipients = Array.from({ length: 3_000 }, (_, n) => `name_${n}`);
  await rolledBack(app.database, async (client) => {
    // The counts come last, under the user's lock: with it held here, the rows are written and not committed.
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const failing = refusal(load(recipients));
    await waitForLockWaits(app.database, 1);
    await app.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok((await failing).status >= 500);
  });
  assert.deepEqual(await rows(), []);
  assert.equal(await pending(), 0);
  assert.equal((await load(recipients)).added, 3_000);
});

test('an import into a list that is deleted meanwhile is refused and leaves nothing', async (t) => {
  const { app, user, list, load, rows } = await start(t);
  const refused = await rolledBack(app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(1, $1::int)', [user.id]);
    const deleting = user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
    await waitForLockWaits(app.database, 1);
    const importing = refusal(load(['lena']));
    await waitForLockWaits(app.database, 2);
    return { deleting, importing };
  });
  await refused.deleting;
  assert.equal((await refused.importing).status, 404);
  assert.deepEqual(await rows(), []);
});

engineTest(
  'while names are imported, a first start and an add by hand are refused and say so',
  async (world) => {
    const { app, user } = world;
    const list_id = await world.list(['ada']);
    const campaign = await world.campaign({ list: list_id, profiles: [await world.profile('anna')] });
    const body = { recipients: ['bo'], list_id };
    const { importing } = await rolledBack(app.database, async (client) => {
      // The import waits to see whether this row stays.
      await client.query(
        `insert into recipients (user_id, list_id, recipient, position, created_at) values ($1, $2, 'bo', 0, $3)`,
        [user.id, list_id, app.clock.now()],
      );
      const importing = user.call('POST /api/recipients/bulk', { body });
      await waitForLockWaits(app.database, 1);
      const added = await refusal(user.call('POST /api/recipients', { body: { recipient: 'cy', list_id } }));
      assert.equal(added.status, 409);
      assert.match(added.body.error, /^This list is busy at this moment, for example with an import/);
      const started = await refusal(world.start(campaign));
      assert.equal(started.status, 409);
      assert.match(started.body.error, /^This list is busy at this moment, for example with an import/);
      return { importing };
    });
    assert.equal((await importing).added, 1);
    await world.start(campaign);
  },
);

engineTest('imported names are sent to in the order of their lines', async (world) => {
  const { user } = world;
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const recipients = ['zoe', 'ada', 'mia'];
  await user.call('POST /api/recipients/bulk', { body: { recipients, list_id: list.id } });
  const profiles = [await world.profile('one'), await world.profile('two'), await world.profile('three')];
  await world.start(await world.campaign({ list: list.id, profiles }));
  const sent = (await world.work()).map(({ recipient }) => recipient);
  assert.deepEqual(sent, recipients);
});
