import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { claimRequests, touchAgent } from '../../testing/agent-signs.ts';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { refusal } from '../../testing/refusal.ts';
import { createProfileRow } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const profile = (profile_name: string, more: { is_active?: boolean; agent_id?: number } = {}) =>
    createProfileRow(app.deps, { user_id: user.id, profile_name, ...more });
  const open = (name: string, call = user.call) =>
    call('POST /api/profiles/open', { body: { profile_path: `/p/${name}` } });
  const connect = (agent_id: number) => touchAgent(app.deps, { user_id: user.id, agent_id });
  return { app, user, profile, open, connect };
}

test('a profile is opened by one request at a time', async (t) => {
  const { user, profile, open } = await start(t);
  await profile('shop');
  const clicks = await Promise.allSettled([open('shop'), open('shop'), open('shop')]);
  assert.equal(clicks.filter(({ status }) => status === 'fulfilled').length, 1);
  const refused = await refusal(open('shop'));
  assert.deepEqual(
    [refused.status, refused.body],
    [409, { error: 'This profile is already being opened.', code: 'profile_already_processing' }],
  );
  const { requests } = await user.call('GET /api/profiles/requests');
  assert.deepEqual(
    requests.map(({ request_type, profile_path, status }) => [request_type, profile_path, status]),
    [['open', '/p/shop', 'pending']],
  );
});

test('a profile that is inactive, unknown or being closed is not opened', async (t) => {
  const { app, user, profile, open } = await start(t);
  await profile('off', { is_active: false });
  assert.equal((await refusal(open('off'))).status, 409);
  assert.equal((await refusal(open('nowhere'))).status, 404);
  assert.equal(
    (await refusal(user.call('POST /api/profiles/open', { body: { profile_path: ' ' } }))).status,
    400,
  );
  await profile('shop');
  const machine = await enrolMachine(app, user);
  await machine.report({ open: ['/p/shop'] });
  await user.call('POST /api/profiles/close-all');
  const refused = await refusal(open('shop'));
  assert.deepEqual([refused.status, refused.code], [409, 'profile_already_processing']);
});

test("another user's profile is not found, and an expired subscription opens none but closes all", async (t) => {
  const { app, profile, open } = await start(t);
  await profile('shop');
  const other = await app.signUp();
  assert.equal((await refusal(open('shop', other.call))).status, 404);
  const expired = await app.signUp({ subscriptionDays: -1 });
  assert.equal((await refusal(open('shop', expired.call))).status, 403);
  assert.equal((await refusal(expired.call('POST /api/profiles/open-all'))).status, 403);
  assert.deepEqual(await expired.call('POST /api/profiles/close-all'), { closed: 0 });
  assert.equal((await refusal(app.client()('POST /api/profiles/close-all'))).status, 401);
});

test('open all opens active, idle profiles, and says why it skips the others', async (t) => {
  const { app, user, profile, open, connect } = await start(t);
  const machine = await enrolMachine(app, user, 'studio');
  await connect(machine.agent_id);
  const idle = await profile('a-idle', { agent_id: machine.agent_id });
  const opening = await profile('b-opening');
  const isOpen = await profile('c-open');
  const busy = await profile('d-busy');
  await profile('e-off', { is_active: false });
  await createCampaignRow(app.deps, {
    user_id: user.id,
    name: 'Sept',
    status: 'running',
    profile_ids: [busy],
  });
  await machine.report({ open: ['/p/c-open'] });
  await open('b-opening');
  assert.deepEqual(await user.call('POST /api/profiles/open-all'), {
    opened: 1,
    skipped: 3,
    skipped_details: [
      { profile_id: opening, profile_name: 'b-opening', reason: 'Already being opened' },
      { profile_id: isOpen, profile_name: 'c-open', reason: 'Already open' },
      { profile_id: busy, profile_name: 'd-busy', reason: 'Used by the running campaign "Sept"' },
    ],
    warnings: [],
  });
  const { requests } = await user.call('GET /api/profiles/requests');
  assert.deepEqual(
    requests.map(({ profile_path }) => profile_path),
    ['/p/a-idle', '/p/b-opening'],
  );
  assert.ok(idle);
});

test('open all warns of disconnected machines', async (t) => {
  const { app, user, profile, connect } = await start(t);
  await profile('shop');
  const without = await user.call('POST /api/profiles/open-all');
  assert.deepEqual(without.warnings, [
    'No agent is connected. The profiles open if one connects within a minute.',
  ]);
  const here = await enrolMachine(app, user, 'here');
  const away = await enrolMachine(app, user, 'away');
  await connect(here.agent_id);
  await profile('far', { agent_id: away.agent_id });
  const { opened, warnings } = await user.call('POST /api/profiles/open-all');
  assert.equal(opened, 1);
  assert.deepEqual(warnings, ['The agent on away is not connected: far cannot open until it is.']);
});

test('the plan of open all can be asked for, and carried out a few at a time', async (t) => {
  const { user, profile } = await start(t);
  const ids = [await profile('a'), await profile('b'), await profile('c')];
  await profile('off', { is_active: false });
  const plan = await user.call('GET /api/profiles/open-all');
  assert.deepEqual(
    plan.profiles.map(({ profile_name }) => profile_name),
    ['a', 'b', 'c'],
  );
  assert.equal(
    (await user.call('GET /api/profiles/requests')).requests.length,
    0,
    'nothing is opened by asking',
  );
  const { opened, skipped } = await user.call('POST /api/profiles/open-all', {
    body: { profile_ids: ids.slice(0, 2) },
  });
  assert.deepEqual([opened, skipped], [2, 0]);
  const rest = await user.call('GET /api/profiles/open-all');
  assert.deepEqual([rest.profiles.map(({ id }) => id), rest.skipped], [ids.slice(2), 2]);
  const nobodys = await refusal(
    user.call('POST /api/profiles/open-all', { body: { profile_ids: [999_999] } }),
  );
  assert.equal(nobodys.status, 400);
});

test('open all without an active profile is refused', async (t) => {
  const { user, profile } = await start(t);
  await profile('off', { is_active: false });
  const refused = await refusal(user.call('POST /api/profiles/open-all'));
  assert.deepEqual([refused.status, refused.message], [400, 'No active profiles to open']);
});

test('close all closes open windows and those being opened, on their machine, once', async (t) => {
  const { app, user, profile, open } = await start(t);
  const machine = await enrolMachine(app, user);
  await profile('open', { is_active: false });
  await profile('opening');
  await profile('closed');
  await machine.report({ open: ['/p/open', '/p/not-added'] });
  await open('opening');
  assert.deepEqual(await user.call('POST /api/profiles/close-all'), { closed: 2 });
  assert.deepEqual(await user.call('POST /api/profiles/close-all'), { closed: 2 });
  const handed = await claimRequests(app.deps, {
    user_id: user.id,
    agent_id: machine.agent_id,
  });
  assert.deepEqual(
    handed.map(({ kind, payload }) => [kind, payload.profile_path]),
    [
      ['open', '/p/opening'],
      ['close', '/p/open'],
      ['close', '/p/opening'],
    ],
  );
});
