import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  RECIPIENT_SORTS,
  RECIPIENT_STATUSES,
  type RecipientSort,
  type RecipientStatus,
} from '@pigeonpost/contract/recipients';
import { sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { findList } from '../lists/queries.ts';
import { createMilestones } from './milestones.ts';
import { listRecipients } from './page-queries.ts';

const NAMES = 400;
const PAGE = 10;
const APART = 10;
/** A page, the entries from a milestone to it, and those of a second index that a merge looks at. */
const FEW = PAGE + APART + RECIPIENT_STATUSES.length;

interface Ask {
  sort_by: RecipientSort;
  status?: RecipientStatus;
}

const ORDERS: Record<RecipientSort, string> = {
  added_desc: 'id desc',
  added_asc: 'id',
  name_asc: 'recipient',
  name_desc: 'recipient desc',
  status_asc: `array_position(array['pending', 'sent', 'failed', 'not_found'], status), id desc`,
  status_desc: `array_position(array['not_found', 'failed', 'sent', 'pending'], status), id desc`,
};

/** What this connection has read of the indexes by now. */
async function countEntries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select sum(pg_stat_get_xact_tuples_returned(index::regclass))::int as entries
    from unnest(array['recipients_by_name', 'recipients_newest']) index`.execute(tx);
  return rows[0]?.entries ?? 0;
}

/** A list of 400 in no order of names, of all statuses, and its pages with milestones kept by the test. */
async function start(t: TestContext, { far = 3 * APART } = {}) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { list } = await user.call('POST /api/lists', { body: { name: 'People' } });
  const key = { user_id: user.id, list_id: list.id };
  // An analyze between two reads would change their plans.
  await app.database.pool.query('alter table recipients set (autovacuum_enabled = off)');
  await app.deps.asUser(user.id, async (tx) => {
    await sql`
      insert into recipients (user_id, list_id, recipient, status, position, created_at)
      select ${user.id}, ${list.id}, substr(md5(line::text), 1, 8),
        (${[...RECIPIENT_STATUSES]}::text[])[greatest(1, line % 8 - 3)], line, ${app.clock.now()}
      from generate_series(1, ${NAMES}::int) line`.execute(tx);
    await sql`
      update lists set (pending, sent, failed, not_found) = (
        select count(*) filter (where status = 'pending'), count(*) filter (where status = 'sent'),
          count(*) filter (where status = 'failed'), count(*) filter (where status = 'not_found')
        from recipients) where id = ${list.id}`.execute(tx);
  });
  const milestones = createMilestones({ apart: APART, far });
  /** The ids of the page that begins there, and how many entries of indexes it took. */
  const read = ({ sort_by, status }: Ask, offset: number) =>
    app.deps.asUser(user.id, async (tx) => {
      const counts = await findList(tx, { user_id: user.id, id: list.id });
      assert.ok(counts);
      // As it is done with a list of a million: one of 400 is sorted sooner than read in order.
      await sql`select set_config(name, 'off', true)
        from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) name`.execute(tx);
      const slice = { ...key, sort_by, status, limit: PAGE, offset };
      const before = await countEntries(tx);
      const page = await listRecipients(tx, slice, { counts, milestones });
      return { ids: page.map(({ id }) => id), entries: (await countEntries(tx)) - before };
    });
  /** All of them by a plain query. */
  const sorted = async ({ sort_by, status }: Ask) => {
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select id from recipients where $1::text is null or status = $1 order by ${ORDERS[sort_by]}`,
      [status],
    );
    return rows.map(({ id }) => id);
  };
  const assertPages = async (asks: Ask[]) => {
    for (const ask of asks) {
      const ids = await sorted(ask);
      for (const offset of [0, 45, 120, 205, 305, ids.length - 7])
        assert.deepEqual(
          (await read(ask, offset)).ids,
          ids.slice(offset, offset + PAGE),
          JSON.stringify({ ...ask, offset }),
        );
    }
  };
  return { app, user, list, read, sorted, assertPages };
}

const ASKS: Ask[] = [
  ...RECIPIENT_SORTS.map((sort_by) => ({ sort_by })),
  { sort_by: 'added_asc', status: 'pending' },
  { sort_by: 'added_desc', status: 'pending' },
  { sort_by: 'name_asc', status: 'pending' },
  { sort_by: 'name_desc', status: 'failed' },
];

test('every page of every order holds what a plain query finds, from milestones too', async (t) => {
  const { assertPages } = await start(t);
  // What the first time learns, the second one uses.
  await assertPages(ASKS);
  await assertPages(ASKS);
});

test('a page far from both ends reads a few entries once its order is learned', async (t) => {
  const { read } = await start(t);
  const assertFew = async (ask: Ask, offset: number, few: number) => {
    const first = await read(ask, offset);
    assert.ok(first.entries > 3 * FEW, 'the first one passes over the whole order');
    const { entries } = await read(ask, offset + 7);
    assert.ok(entries > 0 && entries <= few, `${JSON.stringify(ask)} took ${entries} entries`);
  };
  await assertFew({ sort_by: 'added_desc' }, 115, 2 * FEW);
  await assertFew({ sort_by: 'name_asc' }, 115, 2 * FEW);
  await assertFew({ sort_by: 'status_asc' }, 115, 2 * FEW);
  // One name in eight.
  await assertFew({ sort_by: 'name_asc', status: 'failed' }, 20, 8 * PAGE + 2 * FEW);
});

test('a page not far enough to learn its order is found from what is learned already', async (t) => {
  const { user, list, read, sorted } = await start(t, { far: 150 });
  const everybody: Ask = { sort_by: 'name_asc' };
  const assertPassedOver = async () => {
    for (const offset of [100, 103, 106]) {
      const { entries } = await read(everybody, offset);
      assert.ok(entries > 100 && entries < NAMES, `it is passed over, not learned: ${entries}`);
    }
  };
  await assertPassedOver();
  await read(everybody, 200);
  const { ids, entries } = await read(everybody, 107);
  assert.ok(entries <= 2 * FEW, `it took ${entries} entries`);
  assert.deepEqual(ids, (await sorted(everybody)).slice(107, 107 + PAGE));
  await user.call('POST /api/recipients', { body: { recipient: 'zzz', list_id: list.id } });
  await assertPassedOver();
});

test('pages are right after every kind of change', async (t) => {
  const { app, user, list, sorted, assertPages } = await start(t);
  const asks: Ask[] = [
    { sort_by: 'added_desc' },
    { sort_by: 'name_asc' },
    { sort_by: 'status_asc' },
    { sort_by: 'name_desc', status: 'pending' },
    { sort_by: 'added_asc', status: 'pending' },
  ];
  const [first = 0, second = 0] = await sorted({ sort_by: 'name_asc', status: 'pending' });
  const changes = [
    () => user.call('PUT /api/recipients/{id}/status', { params: { id: first }, body: { status: 'sent' } }),
    () => user.call('DELETE /api/recipients/{id}', { params: { id: second } }),
    () => user.call('POST /api/recipients', { body: { recipient: '0000', list_id: list.id } }),
    // As many as before, and not the same ones.
    async () => {
      await user.call('DELETE /api/recipients/{id}', { params: { id: first } });
      await user.call('POST /api/recipients', { body: { recipient: '000', list_id: list.id } });
    },
    () =>
      user.call('POST /api/recipients/bulk', {
        body: { list_id: list.id, recipients: ['aaa', '5_5', 'zzz'] },
      }),
    () =>
      user.call('POST /api/lists/{id}/recipients/bulk', {
        params: { id: list.id },
        body: { action: 'pending', status: 'failed' },
      }),
    () => app.deps.asUser(user.id, (tx) => sql`update lists set name = 'Others'`.execute(tx)),
  ];
  await assertPages(asks);
  for (const change of changes) {
    await change();
    await assertPages(asks);
  }
});

test('a change of statuses leaves the milestones of all names, and those of a status are learned when it rests', async (t) => {
  const { user, read, sorted } = await start(t);
  const everybody: Ask = { sort_by: 'added_asc' };
  const pending: Ask = { sort_by: 'added_asc', status: 'pending' };
  await read(everybody, 200);
  await read(pending, 100);
  const [id = 0, ...others] = await sorted(pending);
  await user.call('PUT /api/recipients/{id}/status', { params: { id }, body: { status: 'sent' } });
  const few = async (ask: Ask, offset: number) => (await read(ask, offset)).entries <= 2 * FEW;
  assert.ok(await few(everybody, 203));
  const { entries } = await read(pending, 103);
  // To learn an order is to read all of it.
  assert.ok(
    entries > 2 * FEW && entries < others.length,
    `it is passed over, not learned: ${entries} of ${others.length}`,
  );
  assert.ok(!(await few(pending, 105)));
  assert.ok(await few(pending, 107));
});
