import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecondSpellings, SPELLINGS } from './one-spelling.ts';
import { listSources, readSource } from './source-files.ts';

// Tests hold locks of other transactions, and make sessions in any state.
const SOURCES = /^server\/(src\/(?!(?:.*\/)?testing\/|.*\.test\.ts$).*\.ts|functions\/.*\.sql)$/;

test("the user's lock and whether a session is live are spelled once", () => {
  const found = listSources(SOURCES).flatMap((path) =>
    findSecondSpellings({ path, text: readSource(path) }).map((what) => `${path}: ${what}`),
  );
  assert.deepEqual(found, []);
});

test('each of them has a home', () => {
  for (const { what, home } of SPELLINGS)
    assert.ok(
      listSources(SOURCES).some((path) => home.test(path)),
      what,
    );
});

const LOCK = "a user's lock is lock_users";
const PLACE = 'advisory locks are taken in server/src/database';
const LIVE = 'whether a session is live is is_session_live';
const BAD: [path: string, text: string, what: string][] = [
  ['server/src/database/locks.ts', 'select pg_advisory_xact_lock(1, $1::int)', LOCK],
  ['server/src/features/lists/queries.ts', 'select pg_try_advisory_xact_lock($1, $2)', PLACE],
  ['server/src/features/auth/queries.ts', "selectFrom('sessions')\n.where('expires_at', '>', now)", LIVE],
  [
    'server/src/features/auth/queries.ts',
    "innerJoin('sessions', …).where('users.is_active', '=', true)",
    LIVE,
  ],
  [
    'server/src/features/auth/queries.ts',
    'from sessions join users u on … where id = $1 and u.is_active',
    LIVE,
  ],
  ['server/functions/access/find-session.sql', 'select from sessions s where s.expires_at > moment', LIVE],
  ['server/src/access/authenticate.ts', 'if (new Date(session.expires_at) <= now)', LIVE],
];
for (const [path, text, what] of BAD)
  test(`the check notices ${JSON.stringify(text)} in ${path}`, () => {
    assert.ok(findSecondSpellings({ path, text }).includes(what));
  });

const GOOD: [path: string, text: string][] = [
  ['server/functions/engine/lock-users.sql', 'perform pg_advisory_xact_lock(1, id::int)'],
  ['server/src/database/locks.ts', 'select pg_advisory_xact_lock(2, $1::int)'],
  ['server/src/features/pairings/queries.ts', "selectFrom('pairings').where('expires_at', '>', now)"],
  ['server/src/features/auth/queries.ts', "selectFrom('sessions').where(sql`is_session_live(…)`)"],
];
for (const [path, text] of GOOD)
  test(`the check lets pass ${JSON.stringify(text)} in ${path}`, () => {
    assert.deepEqual(findSecondSpellings({ path, text }), []);
  });
