import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReason, type StoredReason } from '@pigeonpost/contract/reasons';
import { createTestDatabase } from '../testing/test-database.ts';
import { listMigrations, migrateDatabase } from './migrate.ts';

const NOW = new Date('2026-11-22T10:00:00Z');

const KNOWN = [
  'No longer pending in its list',
  'On your do-not-contact list',
  'Messaged already, on 02-09-2026',
  'Messaged already (unclear), on 02-09-2026',
  'Messaged meanwhile, on 02-09-2026',
  'Replied, on 02-09-2026',
  'May have asked for no more messages: decide in Replies',
  '1 message without a reply',
  '12 messages without a reply',
  'In a list that is left out: "A", (unclear), on 02-09-2026',
  'Has a tag that is left out: VIP',
  'Replied within 1 day, which is left out',
  'Replied within 30 days, which is left out',
  'No stated source',
  'Taken out by you',
  'Taken out by you: 1 person',
  'Taken out by you: 1,234,567 people',
  'Nothing for "city"',
  'The message would have 1,234 characters; 1,000 are the most',
  'Under another name in the list too',
  'Changed by hand',
  'Put back by you',
  '1 person of kiln 2,000 may get it from every profile of this campaign now',
  'Name not found',
  'Outcome unknown: not sent again',
  'The profile is open in your own Firefox: trying again in a minute',
  'The site does not answer: trying again later',
  'Nothing was sent',
  'Nothing was sent: trying again later',
  'Not sent in time',
  'Not sent in time: trying again later',
  'You said that it went out',
  'You said that it did not go out',
  'You said that it did not go out: trying again',
  'You said that it did not go out: pending for a later campaign',
];
const OF_PROFILES_AND_STARTS = [
  'Instagram asks for a pause. This profile stopped.',
  'The login page stood there. This profile stopped: open it, sign in and press Resume.',
  "Couldn't load XPCOM. This profile waits: it is tried again every ten minutes, and at once when you press Try again.",
  'A banner covers it. Several people in a row met this, so this profile waits: it is tried again every ten minutes, and at once when you press Try again.',
  'Firefox on studio does not list this folder. This profile waits until it does.',
  'Was to start 14-09-2026 09:00, while the server was off',
  'Was to start 14-09-2026 09:00: Profiles a, b are used by "x": not now',
];
const OF_CAMPAIGNS: [action: string, words: string, kind: string][] = [
  ['started', 'Resumed', 'resumed'],
  ['started', 'As scheduled', 'as_scheduled'],
  ['undone', 'Start undone: nothing was sent', 'start_undone'],
  ['scheduled', 'To start 14-09-2026 09:00', 'scheduled'],
  ['scheduled', 'Waits for Start again', 'unscheduled'],
  ['completed', 'Stopped before its end', 'stopped_early'],
  ['paused', 'Your subscription has expired', 'paused'],
  ['paused', 'The first one is done: have a look, then press Start', 'paused'],
  ['paused', 'Signed out: open kiln.club, shop and sign in', 'paused'],
];
const TOLD = [
  'The thread did not open.',
  'Replied, on Tuesday',
  '99999999999999999999 messages without a reply',
  'Nothing for "city',
  'Taken out by you: ,,, people',
];

test('words of before become kinds with their values, and are read as they were', async (t) => {
  const database = await createTestDatabase({ migrations: null });
  t.after(database.drop);
  const { pool } = database;
  const before = (await listMigrations()).findIndex(({ name }) => name.endsWith('kinds-of-reasons.sql'));
  await migrateDatabase({ pool, now: NOW, upTo: before });
  const words = [...KNOWN, ...TOLD];
  await pool.query(
    `insert into deliveries (user_id, campaign_id, recipient_id, state, reason)
     select 1, 1, n, 'skipped', words from unnest($1::text[]) with ordinality one (words, n)
     union all select 1, 1, 1000, 'sent', null`,
    [words],
  );
  await pool.query(
    `insert into campaign_logs (user_id, campaign_id, action, created_at, message)
     select 1, 1, action, $2, words from unnest($1::text[]) words, unnest(array['skipped', 'paused']) action`,
    [words, NOW],
  );
  await pool.query(
    `insert into campaign_logs (user_id, campaign_id, action, created_at, message)
     select 1, 1, 'profile_blocked', $2::timestamptz, words from unnest($1::text[]) words`,
    [OF_PROFILES_AND_STARTS, NOW],
  );
  await pool.query(
    `insert into campaign_logs (user_id, campaign_id, action, created_at, message)
     select 1, 2, line->>0, $2::timestamptz, line->>1 from jsonb_array_elements($1) line
     union all select 1, 1, 'started', $2, ''`,
    [JSON.stringify(OF_CAMPAIGNS), NOW],
  );
  await migrateDatabase({ pool, now: NOW });

  const read = async (table: string, column: string, where: string) => {
    const { rows } = await pool.query<StoredReason>(
      `select ${column} as words, reason_kind, reason_args from ${table} where ${where}`,
    );
    return rows;
  };
  for (const rows of [
    await read('deliveries', 'reason', "state = 'skipped' order by recipient_id"),
    await read('campaign_logs', 'message', "action = 'skipped' order by id"),
  ]) {
    const kinds = new Map(rows.map((row) => [row.words, readReason(row).kind]));
    assert.deepEqual([kinds.size, [...kinds.values()].includes(null)], [words.length, false]);
    assert.deepEqual(
      KNOWN.filter((one) => kinds.get(one) === 'told'),
      [],
    );
    assert.deepEqual(
      TOLD.filter((one) => kinds.get(one) !== 'told'),
      [],
    );
    for (const row of rows) assert.equal(readReason({ ...row, words: null }).words, row.words);
  }
  for (const row of await read('campaign_logs', 'message', "action = 'profile_blocked'"))
    assert.deepEqual(
      [readReason(row).kind !== null, readReason({ ...row, words: null }).words],
      [true, row.words],
    );
  const ofCampaigns = await read('campaign_logs', 'message', 'campaign_id = 2 order by id');
  assert.deepEqual(
    ofCampaigns.map((row) => [row.words, readReason(row).kind, readReason({ ...row, words: null }).words]),
    OF_CAMPAIGNS.map(([, words, kind]) => [words, kind, words]),
  );
  const untouched = [
    ...(await read('deliveries', 'reason', "state = 'sent'")),
    ...(await read('campaign_logs', 'message', "campaign_id = 1 and action in ('paused', 'started')")),
  ];
  assert.deepEqual(new Set(untouched.map(({ reason_kind }) => reason_kind)), new Set([null]));
});
