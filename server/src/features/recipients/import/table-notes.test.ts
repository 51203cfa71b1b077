import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';
import { countOf, startImports, type Table } from '../../../testing/table-imports.ts';
import type { SignedUp, TestApp } from '../../../testing/test-app.ts';

test('each row may have a note, once, and a person keeps a hundred', async (t) => {
  const { app, user, load } = await startImports(t);
  const table: Table = {
    columns: [{ note: true }],
    rows: [
      ['ada', 'first\r\nline\tand \\ more'],
      ['bo', ''],
      ['ada', 'second'],
    ],
  };
  await load(table);
  await load(table);
  const author = `(${user.username})`;
  assert.deepEqual(await notesOf(app, user), [
    `ada: first\nline\tand \\ more ${author}`,
    `ada: second ${author}`,
  ]);
  assert.equal(await countOf(app, 'people'), 0);
  await load({
    columns: [{ note: true }],
    rows: Array.from({ length: 120 }, (_, n) => ['ada', `${n} ${'x'.repeat(2_100)}`]),
  });
  const notes = await notesOf(app, user);
  assert.equal(notes.length, 100);
  assert.equal(notes[99], `ada: ${`97 ${'x'.repeat(2_100)}`.slice(0, 2_000)} ${author}`);
});

test('an import and a note at the same moment leave a person with a hundred notes', async (t) => {
  const { app, user, load } = await startImports(t);
  const columns = [{ note: true as const }];
  await load({ columns, rows: Array.from({ length: 99 }, (_, n) => ['ada', `note ${n}`]) });
  const { loading, typed } = await rolledBack(app.database, async (client) => {
    // The import has counted, and waits because somebody else has the id of its note.
    await client.query(
      `insert into person_notes (user_id, recipient, id, text, author_name, created_at) overriding system value
      select $1, 'ada', last_value + 1, '', '', now() from person_notes_id_seq`,
      [user.id],
    );
    const loading = load({ columns, rows: [['ada', 'imported']] });
    await waitForLockWaits(app.database, 1);
    const note = { params: { name: 'ada' }, body: { text: 'typed' } };
    const typed = refusal(user.call('POST /api/people/{name}/notes', note));
    await waitForLockWaits(app.database, 2);
    return { loading, typed };
  });
  await loading;
  assert.equal((await typed).status, 409);
  assert.equal((await notesOf(app, user)).length, 100);
});

async function notesOf({ database }: TestApp, { id }: SignedUp) {
  const { rows } = await database.pool.query<{ note: string }>(
    `select recipient || ': ' || text || ' (' || author_name || ')' as note from person_notes where user_id = $1 order by id`,
    [id],
  );
  return rows.map(({ note }) => note);
}
