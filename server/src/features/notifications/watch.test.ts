import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeBackup } from '../../database/backup/take-backup.ts';
import { touchAgent } from '../../testing/agent-signs.ts';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { toldTo } from '../../testing/notifications.ts';
import { backupFile } from '../../testing/restored.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { watchForUsers } from './watch.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test('an agent that a running campaign lacks is told after ten minutes, once until it is back', async (t) => {
  const app = await startTestApp(t);
  const [user, other] = [await app.signUp(), await app.signUp()];
  const machine = await enrolMachine(app, user, 'studio');
  const idle = await enrolMachine(app, other, 'attic');
  await createProfileRow(app.deps, { user_id: other.id, profile_name: 'idle', agent_id: idle.agent_id });
  const { agent_id } = machine;
  const profile = await createProfileRow(app.deps, { user_id: user.id, profile_name: 'one', agent_id });
  await createCampaignRow(app.deps, { user_id: user.id, status: 'running', profile_ids: [profile] });
  const seen = () => touchAgent(app.deps, { user_id: user.id, agent_id });
  const look = async (minutes: number) => {
    app.clock.advance(minutes * MINUTE_MS);
    await watchForUsers(app.deps);
    return toldTo(user);
  };
  await seen();
  await touchAgent(app.deps, { user_id: other.id, agent_id: idle.agent_id });
  assert.deepEqual(await look(9), []);
  assert.deepEqual(await look(2), ['agent_away: No agent on studio']);
  assert.equal((await look(60)).length, 1);
  await seen();
  assert.deepEqual(await toldTo(user), ['agent_away: No agent on studio, over']);
  assert.equal((await look(20)).length, 2);
  assert.deepEqual(await toldTo(other), []);
});

test('the end of a subscription is told a week before, a day before and when it comes', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp({ subscriptionDays: 10 });
  const admin = await app.signUp({ role: 'admin', subscriptionDays: null });
  const counts: number[] = [];
  for (let day = 0; day < 12; day += 1) {
    app.clock.advance(DAY_MS);
    await watchForUsers(app.deps);
    await watchForUsers(app.deps);
    counts.push((await toldTo(user)).length);
  }
  assert.deepEqual(counts, [0, 0, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3]);
  assert.equal((await toldTo(user))[0], 'subscription_ends: Your subscription has ended');
  assert.deepEqual(await toldTo(admin), []);
});

test('an answered ticket is told to its user, and one that waits for a day to administrators', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const admin = await app.signUp({ role: 'admin' });
  const { id } = await user.call('POST /api/support', {
    body: { subject: 'Help', description: 'Please help me.', priority: 'low', category: 'general' },
  });
  app.clock.advance(DAY_MS + MINUTE_MS);
  await watchForUsers(app.deps);
  await watchForUsers(app.deps);
  assert.deepEqual(await toldTo(admin), ['ticket_waits: A ticket has waited for a day']);
  assert.deepEqual(await toldTo(user), []);
  const params = { id };
  await user.call('POST /api/support/{id}/messages', { params, body: { message: 'Anybody?' } });
  assert.deepEqual(await toldTo(user), []);
  await admin.call('POST /api/support/{id}/messages', { params, body: { message: 'Here we are.' } });
  assert.deepEqual(await toldTo(admin), ['ticket_waits: A ticket has waited for a day, over']);
  const [answered] = (await user.call('GET /api/notifications')).notifications;
  assert.deepEqual(
    [answered?.title, answered?.note, answered?.ticket_id, answered?.is_over],
    ['Your ticket was answered', 'Help', id, false],
  );
  await user.call('PUT /api/support/{id}/read', { params, body: { message_id: 3 } });
  assert.deepEqual(await toldTo(user), ['ticket_answered: Your ticket was answered, over']);
});

test('a backup that is older than its plan is told to administrators once, until the next one', async (t) => {
  const app = await startTestApp(t, { backupEveryHours: 24 });
  const user = await app.signUp();
  const admin = await app.signUp({ role: 'admin' });
  const look = async (hours: number) => {
    app.clock.advance(hours * HOUR_MS);
    await watchForUsers(app.deps);
    return (await admin.call('GET /api/notifications')).notifications.map(({ note, is_over }) => [
      note,
      is_over,
    ]);
  };
  const backUp = async () => takeBackup(app.database.pool, await backupFile(t), app.clock.now());
  assert.deepEqual(await look(23), []);
  assert.deepEqual(await look(2), [['There is none yet', false]]);
  assert.deepEqual(await look(30), [['There is none yet', false]]);
  await backUp();
  assert.deepEqual(await look(24), [['There is none yet', true]]);
  const [second] = await look(1);
  assert.match(String(second?.[0]), /^The last one is of \d\d-\d\d-\d{4} \d\d:\d\d$/);
  assert.equal(second?.[1], false);
  assert.equal((await look(48)).length, 2);
  await assert.rejects(takeBackup(app.database.pool, '/nowhere/at.all', app.clock.now()));
  assert.deepEqual((await look(0))[0]?.[1], false);
  assert.deepEqual(await toldTo(user), []);
});

test('without a plan nobody is told of backups', async (t) => {
  const app = await startTestApp(t);
  const admin = await app.signUp({ role: 'admin' });
  app.clock.advance(6 * DAY_MS);
  await watchForUsers(app.deps);
  assert.deepEqual(await toldTo(admin), []);
});
