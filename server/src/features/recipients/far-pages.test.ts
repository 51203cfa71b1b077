import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECIPIENT_STATUSES } from '@pigeonpost/contract/recipients';
import { startTestApp } from '../../testing/test-app.ts';
import { listRecipients } from './page-queries.ts';

const NAMES = 24_000;
const PAGE = 50;

test('a page anywhere in a long list has who was added at its places, whatever their status', async (t) => {
  const { database, deps, signUp } = await startTestApp(t);
  const user = await signUp();
  const list_id = (await user.call('POST /api/lists', { body: { name: 'Long' } })).list.id;
  await database.pool.query(
    `insert into recipients (user_id, list_id, recipient, position, created_at, status)
    select $1, $2, n::text, n, $3, ($4::text[])[1 + n % 4] from generate_series(1, ${NAMES}) n`,
    [user.id, list_id, new Date(), RECIPIENT_STATUSES],
  );
  const of = NAMES / RECIPIENT_STATUSES.length;
  const counts = { pending: of, sent: of, failed: of, not_found: of };
  const firstOf = async (sort_by: 'added_asc' | 'added_desc', offset: number) => {
    const slice = { user_id: user.id, list_id, status: undefined, limit: PAGE, offset, sort_by };
    return (await deps.readAsUser(user.id, (tx) => listRecipients(tx, slice, counts))).map(({ recipient }) =>
      Number(recipient),
    );
  };
  // Beside the place up to which the statuses are sorted, and from either end.
  for (const offset of [0, 4_949, 4_950, 4_951, 11_000, 13_000, NAMES - 5_001, NAMES - PAGE]) {
    const places = Array.from({ length: PAGE }, (_, index) => offset + index);
    assert.deepEqual(
      await firstOf('added_asc', offset),
      places.map((place) => place + 1),
    );
    assert.deepEqual(
      await firstOf('added_desc', offset),
      places.map((place) => NAMES - place),
    );
  }
});
