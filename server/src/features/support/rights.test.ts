import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';

test('a user’s own transaction cannot set an administrator’s fields, nor read another user’s', async (t) => {
  const app = await startTestApp(t);
  const [nils, lena] = [await app.signUp(), await app.signUp()];
  const body = { subject: 'Firefox closes again', description: 'It opens and closes.' };
  await nils.call('POST /api/support', { body });
  const close = app.deps.asUser(nils.id, (tx) =>
    tx.updateTable('tickets').set({ status: 'closed' }).execute(),
  );
  await assert.rejects(close, /permission denied/);
  const hers = await app.deps.asUser(lena.id, (tx) => tx.selectFrom('tickets').selectAll().execute());
  assert.deepEqual(hers, []);
});
