import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createProfileRow } from '../testing/rows.ts';
import { startTestApp } from '../testing/test-app.ts';
import { resealNameKey, resealPasswords } from './reseal-passwords.ts';

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

test('the key of erased names is sealed with the new key, once, and stays the same', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { pool } = app.database;
  await user.call('POST /api/do-not-contact', { body: { recipient: 'ada' } });
  const read = async (): Promise<Buffer> =>
    (await pool.query('select sealed from erasure_key')).rows[0].sealed;
  const key = app.deps.secrets.open(await read());
  assert.match(key, /^[0-9a-f]{64}$/);
  const old = Buffer.alloc(32, 7);
  await pool.query('update erasure_key set sealed = $1', [createSecretBox(old).seal(key)]);
  const alone = createSecretBox(Buffer.alloc(32, 8));
  assert.deepEqual(await resealNameKey(pool, alone), { sealed: 0, lost: 1 });
  const box = createSecretBox(Buffer.alloc(32, 8), old);
  assert.deepEqual(await resealNameKey(pool, box), { sealed: 1, lost: 0 });
  assert.deepEqual(await resealNameKey(pool, box), { sealed: 0, lost: 0 });
  assert.equal(alone.open(await read()), key);
});
