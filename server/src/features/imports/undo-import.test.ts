import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sweepLeases } from '../../engine/sweep.ts';
import { assertEngineInvariants } from '../../testing/engine-invariants.ts';
import { createWorld, PACE_SECONDS } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { finishUndos, undoImport } from './undo-import.ts';

// Three batches.
const MANY = Array.from({ length: 12_000 }, (_, n) => `somebody.${n}`);

/** A list of one, into which 12,000 more were imported, and an undo of that import that is killed after one batch. */
async function killedUndo(t: TestContext, { isRunning = false } = {}) {
  const app = await startTestApp(t);
  const world = await createWorld(app);
  const { user } = world;
  const { list } = await user.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await user.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'maja.s' } });
  await user.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: MANY } });
  const campaign = await world.campaign({ list: list.id, profiles: [await world.profile('one')] });
  if (isRunning) await world.start(campaign);
  const listed = async () =>
    (await user.call('GET /api/lists/{id}/imports', { params: { id: list.id } })).imports;
  const id = (await listed())[0]?.id ?? 0;
  let transactions = 0;
  const asUser: typeof app.deps.asUser = (...work) => {
    transactions += 1;
    // The decision, and a batch.
    if (transactions > 2) throw new Error('killed');
    return app.deps.asUser(...work);
  };
  await assert.rejects(undoImport({ ...app.deps, asUser }, { user_id: user.id, id }), /killed/);
  const counts = async () => (await user.call('GET /api/lists/{id}', { params: { id: list.id } })).list;
  assert.equal((await counts()).pending, 7_001);
  return { app, world, user, list, campaign, id, listed, counts };
}

test('an undo that was killed between two batches is finished by the timer, and announced once', async (t) => {
  const { app, user, list, listed, counts } = await killedUndo(t);
  assert.deepEqual(
    (await listed()).map(({ added, is_being_undone }) => [added, is_being_undone]),
    [[12_000, true]],
  );
  app.clock.advance(11 * 60_000);
  assert.equal((await listed()).length, 1, 'however long it takes');
  await finishUndos(app.deps);
  assert.deepEqual([(await counts()).pending, (await counts()).recipient_count], [1, 1]);
  assert.deepEqual(await listed(), []);
  const { rows } = await app.database.pool.query(
    `select after from audit_log where subject_id = $1 and after ? 'import_undone'`,
    [list.id],
  );
  assert.deepEqual(rows, [{ after: { import_undone: 12_000 } }]);
  const again = await user.call('POST /api/recipients/bulk', {
    body: { list_id: list.id, recipients: MANY },
  });
  assert.equal(again.added, 12_000);
  await assertEngineInvariants(app.database.pool);
});

test('an undo that was killed is finished by pressing again, which says how many are gone', async (t) => {
  const { user, id, counts } = await killedUndo(t);
  assert.deepEqual(await user.call('DELETE /api/recipients/import/{id}', { params: { id } }), {
    removed: 12_000,
    restored: 0,
  });
  assert.equal((await counts()).pending, 1);
});

test('until an undone import is gone, nothing starts that would treat its names as members of the list', async (t) => {
  const { app, world, user, list, campaign } = await killedUndo(t);
  const start = await refusal(world.start(campaign));
  assert.deepEqual(
    [start.status, start.body.error],
    [409, 'Still taking an import out of this list. Try again in a moment.'],
  );
  const left = MANY.at(-1) ?? '';
  const body = { list_id: list.id, recipients: [left, 'nils_b'] };
  for (const ask of [
    () => user.call('POST /api/recipients/bulk', { body }),
    () => user.call('POST /api/recipients/bulk/check', { body }),
    () => user.call('POST /api/recipients', { body: { list_id: list.id, recipient: left } }),
  ]) {
    const { status, body } = await refusal(ask());
    assert.deepEqual(
      [status, body.error],
      [409, 'An import into this list is being undone. Try again when that is done.'],
    );
  }
  await finishUndos(app.deps);
  await world.start(campaign);
  assert.equal((await world.work())[0]?.recipient, 'maja.s');
});

test('a started campaign gets no recipient of an import that is being undone', async (t) => {
  const { app, world, campaign } = await killedUndo(t, { isRunning: true });
  assert.deepEqual(await world.work(), []);
  await finishUndos(app.deps);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  const { status, total_list, total_sent } = await world.details(campaign);
  assert.deepEqual([status, total_list, total_sent], ['completed', 1, 1]);
  await assertEngineInvariants(app.database.pool);
});

test('a campaign of which an undone import took the last names completes without an agent', async (t) => {
  const { app, world, user, list, campaign } = await killedUndo(t, { isRunning: true });
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id: list.id },
    query: { search: 'maja.s' },
  });
  for (const { id } of recipients) await user.call('DELETE /api/recipients/{id}', { params: { id } });
  await sweepLeases(app.deps);
  assert.equal((await world.details(campaign)).status, 'running');
  await finishUndos(app.deps);
  await sweepLeases(app.deps);
  assert.equal((await world.details(campaign)).status, 'completed');
});

test('a recipient changed by hand during the undo stays', async (t) => {
  const { app, user, list, counts } = await killedUndo(t);
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id: list.id },
    query: { search: 'somebody.11999' },
  });
  const params = { id: recipients[0]?.id ?? 0 };
  await user.call('PUT /api/recipients/{id}/status', { params, body: { status: 'sent' } });
  await finishUndos(app.deps);
  const { pending, sent } = await counts();
  assert.deepEqual([pending, sent], [1, 1]);
});

test('the list of an undone import may be deleted meanwhile', async (t) => {
  const { app, user, list, campaign } = await killedUndo(t);
  await user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  await user.call('DELETE /api/lists/{id}', { params: { id: list.id } });
  await finishUndos(app.deps);
  const { rows } = await app.database.pool.query('select from recipient_imports');
  assert.equal(rows.length, 0);
});
