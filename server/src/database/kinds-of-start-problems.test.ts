import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StartProblem, startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { createTestDatabase } from '../testing/test-database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

const KNOWN: StartProblem[] = [
  { kind: 'account' },
  { kind: 'subscription' },
  { kind: 'draft' },
  { kind: 'last_moment' },
  { kind: 'no_sender_name' },
  { kind: 'profiles' },
  { kind: 'list_deleted' },
  { kind: 'retrying' },
  { kind: 'undoing' },
  { kind: 'list_busy' },
  { kind: 'nobody' },
  { kind: 'told', words: 'Profiles salt, pepper are already being used in running campaigns (a, b)' },
];

test('why a start was refused becomes a kind, and what a version before writes stays its words', async (t) => {
  const database = await createTestDatabase({ migrations: null });
  t.after(database.drop);
  const { pool } = database;
  const before = (await listMigrations()).findIndex(({ name }) =>
    name.endsWith('kinds-of-start-problems.sql'),
  );
  await migrateDatabase({ pool, now: NOW, upTo: before });
  const words = KNOWN.map(startProblemWords);
  await pool.query(
    `insert into campaigns (user_id, name, status, created_at, start_at, start_problem, list_name, template_name,
      template_content)
    select 1, 'c' || n, 'pending', $2::timestamptz, $2, words, '', '', '' from unnest($1::text[]) with ordinality one (words, n)`,
    [words, NOW],
  );
  await pool.query(
    `insert into campaign_logs (user_id, campaign_id, action, created_at, reason_kind, reason_args)
    select 1, 1, 'scheduled', $2::timestamptz, 'overdue', jsonb_build_object('moment', '14-09-2026 09:00', 'problem', words)
    from unnest($1::text[]) words
    union all select 1, 1, 'scheduled', $2::timestamptz, 'overdue', '{"moment": "14-09-2026 09:00"}'`,
    [words, NOW],
  );
  await pool.query(
    `insert into users (username, password_hash, role, pack, created_at) values ('kiln', '', 'user', 'starter', $1)`,
    [NOW],
  );
  await pool.query(
    `insert into notifications (user_id, kind, args, created_at)
    select 1, 'campaign_overdue', jsonb_build_object('problem', words), $2::timestamptz from unnest($1::text[]) words`,
    [words, NOW],
  );
  await migrateDatabase({ pool, now: NOW, upTo: before + 1 });

  const { rows: campaigns } = await pool.query('select start_refusal from campaigns order by id');
  assert.deepEqual(
    campaigns.map(({ start_refusal }) => start_refusal),
    KNOWN,
  );
  const { rows: lines } = await pool.query<StoredReason>(
    'select reason_kind, reason_args, null as words from campaign_logs order by id',
  );
  assert.deepEqual(
    lines.map((line) => readReason(line).words),
    [
      ...words.map((one) => `Was to start 14-09-2026 09:00: ${one}`),
      'Was to start 14-09-2026 09:00, while the server was off',
    ],
  );
  const { rows: told } = await pool.query("select args->'problem' as problem from notifications order by id");
  assert.deepEqual(
    told.map(({ problem }) => problem),
    KNOWN,
  );

  const set = async (what: string) => {
    const { rows } = await pool.query(
      `update campaigns set ${what} where name = 'c1' returning start_problem, start_refusal`,
    );
    return rows[0];
  };
  const kind = { kind: 'nobody' };
  assert.deepEqual(await set(`start_refusal = '${JSON.stringify(kind)}'`), {
    start_problem: null,
    start_refusal: kind,
  });
  assert.deepEqual(await set("start_problem = 'The moon is full'"), {
    start_problem: 'The moon is full',
    start_refusal: { kind: 'told', words: 'The moon is full' },
  });
  assert.deepEqual(await set('start_problem = null'), { start_problem: null, start_refusal: null });
});
