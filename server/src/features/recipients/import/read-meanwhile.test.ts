import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { rolledBack } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listRecipients } from '../page-queries.ts';

const NOBODY = { pending: 0, sent: 0, failed: 0, not_found: 0 };

test('a page of a list is read without the names that another list is just being given', async (t) => {
  const { database, deps, signUp } = await startTestApp(t);
  const user = await signUp();
  const addList = async (name: string) => (await user.call('POST /api/lists', { body: { name } })).list.id;
  const [list_id, other] = [await addList('Read'), await addList('Imported into')];
  const recipients = Array.from({ length: 3_000 }, (_, index) => `name.${index}`);
  await user.call('POST /api/recipients/bulk', { body: { recipients, list_id } });
  const slice = { user_id: user.id, list_id, status: undefined, limit: 50, offset: 100 } as const;
  const visited = await rolledBack(database, async (importing) => {
    await importing.query(
      `insert into recipients (user_id, list_id, recipient, position, created_at)
      select $1, $2, 'other.' || n, n, now() from generate_series(1, 20000) n`,
      [user.id, other],
    );
    return deps.readAsUser(user.id, async (tx) => {
      for (const sort_by of ['added_desc', 'added_asc', 'status_asc'] as const)
        await listRecipients(tx, { ...slice, sort_by }, { ...NOBODY, pending: recipients.length });
      const { rows } = await sql<{ visited: number }>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as visited
        from pg_index where indrelid = 'recipients'::regclass`.execute(tx);
      return rows[0]?.visited;
    });
  });
  assert.ok(visited && visited < 1_000, `${visited} entries were visited`);
});
