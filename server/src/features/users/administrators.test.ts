import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@pigeonpost/contract/client';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

const changes: Record<string, (by: SignedUp, of: SignedUp) => Promise<unknown>> = {
  demote: (by, { id, username }) =>
    by.call('PUT /api/users/{id}', {
      params: { id },
      body: { username, role: 'user', pack: 'starter', is_active: true },
    }),
  disable: (by, { id, username }) =>
    by.call('PUT /api/users/{id}', {
      params: { id },
      body: { username, role: 'admin', pack: 'starter', is_active: false },
    }),
  delete: (by, { id }) => by.call('DELETE /api/users/{id}', { params: { id } }),
  'set the password of': (by, { id }) =>
    by.call('PUT /api/users/{id}/password', { params: { id }, body: { new_password: 'raku-night' } }),
};

for (const [what, change] of Object.entries(changes)) {
  test(`of two administrators who ${what} each other at the same moment, one has done it and stays`, async (t) => {
    const app = await startTestApp(t);
    const [ida, marta] = [await app.signUp({ role: 'admin' }), await app.signUp({ role: 'admin' })];
    const { outcomes } = await rolledBack(app.database, async (client) => {
      // Both were admitted as administrators before either has changed anything.
      await client.query('select pg_advisory_xact_lock(6, 0)');
      const outcomes = Promise.allSettled([change(ida, marta), change(marta, ida)]);
      await waitForLockWaits(app.database, 2);
      return { outcomes };
    });
    const settled = await outcomes;
    assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const failed = settled.find((one) => one.status === 'rejected');
    assert.ok(failed?.reason instanceof ApiError);
    assert.equal(failed.reason.status, 403);
    const { rows } = await app.database.pool.query(
      `select count(*) as count from users where role = 'admin' and is_active`,
    );
    assert.equal(rows[0].count >= 1, true);
  });
}
