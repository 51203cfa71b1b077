import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Call, createClient } from '@pigeonpost/contract/client';
import type pg from 'pg';
import { connect, join } from './testing/browser.ts';
import { assertEngineInvariants } from './testing/engine-invariants.ts';
import { startRoundRobin } from './testing/round-robin.ts';
import { ADMIN_PASSWORD, startServerProcess } from './testing/server-process.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { until } from './testing/until.ts';

const isWindows = process.platform === 'win32';
const PATHS = ['/p/one', '/p/two'];

type Work = Answer<'POST /api/agent/work'>;

/** Makes a campaign to two people by two profiles. */
async function makeCampaign(call: Call): Promise<number> {
  const { list } = await call('POST /api/lists', { body: { name: 'Readers' } });
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['ada', 'bo'] } });
  const { template } = await call('POST /api/templates', {
    body: { name: 'Hello', content: 'Hi {username}!' },
  });
  const profiles: number[] = [];
  for (const profile_path of PATHS) {
    const body = { profile_path, profile_name: profile_path };
    profiles.push((await call('POST /api/profiles', { body })).profile.id);
  }
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Spring', message_template_id: template.id, list_id: list.id, profiles_used: profiles },
  });
  return campaign.id;
}

function askForWork(
  call: Call,
  { deliveries = [], wait = 0 }: { deliveries?: string[]; wait?: number } = {},
) {
  return call('POST /api/agent/work', {
    body: { capacity: 1, wait_seconds: wait, profile_paths: PATHS, holding: { deliveries, requests: [] } },
  });
}

async function send(call: Call, { deliveries: [delivery] }: Work): Promise<string | undefined> {
  assert.ok(delivery);
  const { token, campaign_id, recipient_id } = delivery;
  const params = { token };
  await call('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
  const body = { campaign_id, recipient_id, outcome: 'sent' } as const;
  await call('POST /api/agent/deliveries/{token}/result', { params, body });
  return delivery.recipient;
}

/** Holds a call in the middle of its change: its transaction waits for the user's lock until it is released. */
async function holdInLine<T>(pool: pg.Pool, user_id: number, ask: () => Promise<T>) {
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1, $1::int)', [user_id]);
  const answer = ask();
  await until('a change under way', async () => {
    const { rowCount } = await holder.query(
      `select from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    return rowCount !== 0;
  });
  return {
    answer,
    async letGo() {
      await holder.query('select pg_advisory_unlock(1, $1::int)', [user_id]);
      holder.release();
    },
  };
}

test('with two servers behind a proxy, nothing is lost when one is killed and the other shuts down gracefully', {
  skip: isWindows,
}, async (t) => {
  const { address, pool, drop } = await createTestDatabase();
  t.after(drop);
  const env = { HOSTS: '127.0.0.1' };
  // Started at the same moment on a database without an administrator.
  const [one, other] = await Promise.all([
    startServerProcess(t, { address, env }),
    startServerProcess(t, { address, env }),
  ]);
  const proxy = await startRoundRobin(t, [one.url, other.url]);
  for (const { url } of [one, other]) assert.equal((await fetch(`${url}/readyz`)).status, 200);

  const signIn = { username: 'admin', password: ADMIN_PASSWORD };
  const { token, user } = await createClient({ baseUrl: proxy, token: () => undefined })(
    'POST /api/auth/login',
    { body: signIn },
  );
  const callAt = (baseUrl: string, of = token) => createClient({ baseUrl, token: () => of });
  const call = callAt(proxy);
  const campaign = await makeCampaign(call);
  const machine = { machine_name: 'studio', platform: 'linux', agent_version: '0.1.0' };
  const { agent_token } = await call('POST /api/agent/enrol', { body: machine });
  await callAt(proxy, agent_token)('PUT /api/agent/machine', {
    body: {
      firefox: {
        detected: true,
        executable: '/usr/bin/firefox',
        version: '153.0',
        profiles_dir: '/p',
        error: null,
      },
      profiles: [],
      open: [],
      driving: [],
      drivers: ['own'],
    },
  });
  const browser = connect(t, proxy, token, { reconnectionDelay: 1 });
  await join(browser, user.id);

  const waiting = askForWork(callAt(other.url, agent_token), { wait: 50 });
  await callAt(one.url)('POST /api/campaigns/{id}/start', { params: { id: campaign } });
  const sent = [await send(callAt(one.url, agent_token), await waiting)];

  // A server that hangs in the middle of a change blocks the others only briefly, and changes nothing afterwards.
  const params = { id: campaign };
  const end = await holdInLine(pool, user.id, async () => {
    // Not by the client, which gives up after 10 seconds.
    const { status } = await fetch(`${one.url}/api/campaigns/${campaign}/status`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'completed' }),
    });
    return status;
  });
  one.child.kill('SIGSTOP');
  await end.letGo();
  await until('a change that waits for nobody who stands still', () =>
    callAt(other.url)('PUT /api/campaigns/{id}/status', { params, body: { status: 'paused' } }).then(
      () => true,
      () => false,
    ),
  );
  one.child.kill('SIGCONT');
  assert.equal(await end.answer, 503);
  await callAt(one.url)('POST /api/campaigns/{id}/start', { params });

  const lost = await holdInLine(pool, user.id, () =>
    askForWork(callAt(one.url, agent_token)).then(
      () => assert.fail('a killed server answered'),
      () => {},
    ),
  );
  one.child.kill('SIGKILL');
  await one.ended;
  await lost.answer;
  await lost.letGo();

  // The agent that was connected to it asks again, and the proxy passes it to another server.
  const agent = callAt(proxy, agent_token);
  let found: Work | undefined;
  await until('work from the server that is left', async () => {
    found = await askForWork(agent).catch(() => undefined);
    return found?.deliveries.length === 1;
  });
  await until('the browser', () =>
    join(browser, user.id).then(
      () => true,
      () => false,
    ),
  );
  const progress = new Promise((resolve) => {
    browser.on('campaign_progress_update', (event) => {
      if (event.total_sent === 2) resolve(event);
    });
  });
  sent.push(await send(callAt(other.url, agent_token), found as Work));
  assert.deepEqual(sent.toSorted(), ['ada', 'bo']);
  assert.partialDeepStrictEqual(await progress, { campaignId: campaign, total_sent: 2, total_failed: 0 });
  const over = await callAt(other.url)('GET /api/campaigns/{id}', { params: { id: campaign } });
  assert.equal(over.campaign.status, 'completed');
  await assertEngineInvariants(pool);

  const idle = await holdInLine(pool, user.id, () =>
    askForWork(callAt(other.url, agent_token), { wait: 50 }),
  );
  other.child.kill('SIGTERM');
  await until('a server that ends', () => other.said.includes('Ending.'));
  await idle.letGo();
  assert.deepEqual((await idle.answer).deliveries, []);
  assert.equal(await other.ended, 0);
  await other.lastLine;
  assert.match(other.said.join('\n'), /Ending\.\nThe server is closed\.$/);
});
