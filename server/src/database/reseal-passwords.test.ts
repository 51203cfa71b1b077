import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createProfileRow } from '../testing/rows.ts';
import { startTestApp } from '../testing/test-app.ts';
import { resealPasswords } from './reseal-passwords.ts';

test('stored passwords are sealed with the new key, once, and those that no key opens are counted', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ pack: 'pro' });
  const ids: number[] = [];
  for (const insta_password of ['first', 'second', 'third', undefined]) {
    const profile_name = insta_password ?? 'none';
    ids.push(
      await createProfileRow(app.deps, {
        user_id: user.id,
        profile_name,
        ...(insta_password !== undefined && { insta_password }),
      }),
    );
  }
  const stranger = createSecretBox(Buffer.alloc(32, 9)).seal('third');
  const { pool } = app.database;
  await pool.query('update profiles set insta_password = $1 where id = $2', [stranger, ids[2]]);

  const old = Buffer.alloc(32, 7);
  const box = createSecretBox(Buffer.alloc(32, 8), old);
  assert.deepEqual(await resealPasswords(pool, box), { sealed: 2, lost: 1 });
  assert.deepEqual(await resealPasswords(pool, box), { sealed: 0, lost: 1 });
  const alone = createSecretBox(Buffer.alloc(32, 8));
  const { rows } = await pool.query('select insta_password from profiles order by id');
  assert.deepEqual(
    rows.slice(0, 2).map(({ insta_password }) => alone.open(insta_password)),
    ['first', 'second'],
  );
  assert.deepEqual(rows[2].insta_password, stranger);
  assert.equal(rows[3].insta_password, null);
});
