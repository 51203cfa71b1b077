import assert from 'node:assert/strict';
import { engineTest } from '../../../testing/engine-world.ts';

engineTest('the three parts of a plan add up, and everybody counts by the first reason', async (world) => {
  const { user, app } = world;
  const { pool } = app.database;
  const names = Array.from({ length: 702 }, (_, at) => `n${String(at).padStart(3, '0')}`);
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const ids = await pool.query<{ id: number }>(
    'select id from recipients where list_id = $1 order by position',
    [list],
  );
  await pool.query('update settings set never_twice_days = 90 where user_id = $1', [user.id]);
  // The first 62 are not pending, the next 9 on do-not-contact, 2 of these and the next 31 messaged, the next 12 taken out.
  await pool.query(`update recipients set status = 'sent' where list_id = $1 and recipient < 'n062'`, [list]);
  await pool.query('update lists set pending = pending - 62, sent = 62 where id = $1', [list]);
  await user.call('POST /api/do-not-contact/bulk', { body: { recipients: names.slice(62, 71) } });
  await pool.query(
    'insert into message_ledger (user_id, recipient, last_messaged_at) select $1, unnest($2::text[]), $3',
    [user.id, names.slice(69, 102), app.clock.now()],
  );
  await user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id: campaign },
    // Two of them are on do-not-contact or messaged, which come first.
    body: {
      recipient_ids: [70, 101, ...Array.from({ length: 12 }, (_, at) => 102 + at)].map(
        (at) => ids.rows[at]?.id ?? 0,
      ),
    },
  });
  const { plan } = await user.call('GET /api/campaigns/{id}/plan', { params: { id: campaign } });
  assert.deepEqual(
    plan.will_not.map(({ reason, count, text }) => [reason, count, text]),
    [
      ['do_not_contact', 9, 'On your do-not-contact list'],
      ['messaged', 31, 'Messaged already, on 12-09-2026'],
      ['taken_out', 12, 'Taken out by you'],
    ],
  );
  assert.deepEqual([plan.will, plan.not_pending, plan.in_list], [588, 62, 702]);
});

engineTest('the ledger knows when the site did not know a name, until it is reached', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const notFoundAt = async () =>
    (await world.app.database.pool.query(`select not_found_at from message_ledger where recipient = 'ada'`))
      .rows[0]?.not_found_at;
  await world.start(campaign);
  const ada = await world.sending();
  await world.result(ada, { outcome: 'not_found' });
  assert.equal(new Date(await notFoundAt()).toISOString(), '2026-09-12T09:00:00.000Z');
  // A late word of the agent.
  await world.result(ada, { outcome: 'sent' });
  assert.equal(await notFoundAt(), null);
});
