import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAMPAIGNS_MAX, fullText } from '@pigeonpost/contract/limits';
import { createWorld } from '../../testing/engine-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

test('a user has 1,000 lists and 1,000 templates at most, by every way in', async (t) => {
  const world = await createWorld(await startTestApp(t));
  const { user } = world;
  const { call } = user;
  const { pool } = world.app.database;
  const list = await world.list(['ada', 'bo']);
  await pool.query(
    `insert into lists (user_id, name, description, created_at)
    select $1, 'List ' || n, '', now() from generate_series(1, 999) n`,
    [user.id],
  );
  const lists = [409, fullText('lists', 1_000)];
  assert.equal(lists[1], 'You have 1,000 lists, the most there can be. Delete one first.');
  assert.deepEqual(await said(call('POST /api/lists', { body: { name: 'More' } })), lists);
  const copy = { kind: 'copy' as const, name: 'Copy', list_ids: [list] };
  assert.deepEqual(await said(call('POST /api/lists/from', { body: copy })), lists);
  const whole = await call('GET /api/lists');
  assert.deepEqual(
    [whole.lists.length, whole.pagination],
    [100, { currentPage: 1, totalPages: 10, totalItems: 1_000, itemsPerPage: 100 }],
  );
  const other = await world.app.signUp();
  await other.call('POST /api/lists', { body: { name: 'Another’s' } });
  const last = await call('GET /api/lists', { query: { page: 10, limit: 100 } });
  await call('DELETE /api/lists/{id}', { params: { id: last.lists[0]?.id ?? 0 } });
  const both = await Promise.allSettled(
    ['a', 'b'].map((name) => call('POST /api/lists', { body: { name } })),
  );
  assert.deepEqual(
    both.map(({ status }) => status).sort(),
    ['fulfilled', 'rejected'],
    'there is room for one',
  );

  await pool.query(
    `insert into templates (user_id, name, content, created_at)
    select $1, 'Template ' || n, 'Hi', now() from generate_series(1, 1000) n`,
    [user.id],
  );
  const hello = { name: 'More', content: 'Hi' };
  assert.deepEqual(await said(call('POST /api/templates', { body: hello })), [
    409,
    fullText('templates', 1_000),
  ]);
  assert.equal((await call('GET /api/templates')).templates.length, 100);
});

test('a user has 10,000 campaigns at most, those in the archive too, and tests and deleted ones not', async (t) => {
  const world = await createWorld(await startTestApp(t));
  const { call } = world.user;
  const [list, profile] = [await world.list(['ada', 'bo']), await world.profile('studio')];
  const first = await world.campaign({ list, profiles: [profile] });
  const { campaign } = await call('GET /api/campaigns/{id}', { params: { id: first } });
  assert.ok(campaign.message_template_id);
  const another = {
    name: 'More',
    message_template_id: campaign.message_template_id,
    list_id: list,
    profiles_used: [profile],
  };
  // Without triggers: ten thousand lines of the audit log would take seconds.
  await world.app.database.pool.query(
    `begin; set local session_replication_role = replica;
    insert into campaigns (user_id, name, template_name, template_content, text_hash, list_name, created_at, archived_at, deleted_at)
    select user_id, 'Campaign ' || n, template_name, template_content, text_hash, list_name, created_at,
      case when n % 2 = 0 then created_at end, case when n > ${CAMPAIGNS_MAX - 2} then created_at end
    from campaigns, generate_series(1, ${CAMPAIGNS_MAX + 8}) n where id = ${first};
    commit`,
  );
  await call('POST /api/tests', { body: { profile_id: profile, recipient: 'bo', text: 'Hi' } });
  const { campaign: last } = await call('POST /api/campaigns', { body: another });
  const full = [409, fullText('campaigns', 10_000)];
  assert.equal(full[1], 'You have 10,000 campaigns, the most there can be. Delete one first.');
  assert.deepEqual(await said(call('POST /api/campaigns', { body: another })), full);
  await call('DELETE /api/campaigns/{id}', { params: { id: last.id } });
  await call('POST /api/campaigns', { body: another });
});

async function said(answer: Promise<unknown>): Promise<[number, string]> {
  const { status, message } = await refusal(answer);
  return [status, message];
}
