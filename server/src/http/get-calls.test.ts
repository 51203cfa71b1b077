import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../testing/refusal.ts';
import { startTestApp } from '../testing/test-app.ts';

test('a GET can only read, whoever makes it', async (t) => {
  const app = await startTestApp(t);
  const [user, admin] = [await app.signUp(), await app.signUp({ role: 'admin' })];
  await user.call('POST /api/templates', { body: { name: 'Hello', content: 'Hi {username}' } });
  // Rows that only a reading call may see.
  await app.database.pool.query(`
    create function must_only_read() returns boolean language plpgsql as $$
    begin
      if not current_setting('transaction_read_only')::boolean then raise 'this might write'; end if;
      return true;
    end $$;
    create policy read_templates on templates as restrictive for select using (must_only_read());
    create policy read_users on users as restrictive for select to pigeonpost_system using (must_only_read())`);
  assert.equal((await user.call('GET /api/templates')).templates.length, 1);
  assert.equal((await admin.call('GET /api/users')).users.length, 2);
  const body = { name: 'Hello', content: 'Hi again, {username}' };
  assert.equal((await refusal(user.call('POST /api/templates', { body }))).status, 500);
});
