import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@pigeonpost/agent/clock';
import { createProfile } from '@pigeonpost/agent/firefox/create-profile';
import { startAgentProcess } from '@pigeonpost/agent/testing/agent-process';
import { breakableFirefox } from '@pigeonpost/agent/testing/breakable-firefox';
import { startPracticeSite } from '@pigeonpost/agent/testing/practice-site';
import { temporaryFirefox } from '@pigeonpost/agent/testing/temporary-firefox';
import { until } from '@pigeonpost/agent/testing/until';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('a list waits while Firefox cannot start, and every recipient is sent to once it can', async (t) => {
  await using machine = await temporaryFirefox();
  machine.directory.close();
  const { path: profile_path } = await createProfile('kiln.club', { ...machine, clock: systemClock });
  await machine.quiet(profile_path);
  const firefox = await breakableFirefox(machine.home, machine.executable);
  await firefox.break('start');
  const inbox = await startPracticeSite();
  t.after(() => inbox.close());
  const site = await startSite(t, { PRACTICE_URL: inbox.url });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const [profile = 0] = parts.profiles_used;
  await marta.call('PUT /api/profiles/{id}', {
    params: { id: profile },
    body: { profile_name: 'kiln.club', profile_path, insta_username: 'kiln.club' },
  });
  const id = await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const get = async () => (await marta.call('GET /api/campaigns/{id}', { params: { id } })).campaign;

  const agent = startAgentProcess({
    ...machine.env,
    FIREFOX: firefox.program,
    PIGEONPOST_URL: site.url,
    PIGEONPOST_DIR: machine.directory.path,
    PIGEONPOST_TOKEN: marta.token,
    PRACTICE_URL: inbox.url,
  });
  t.after(async () => {
    agent.kill('SIGKILL');
    await agent.ended;
  });
  // Each end of a rest is one try, more of them than recipients and retries.
  for (let time = 0; time < 5; time += 1) {
    await until('a profile that rests', async () => {
      const { waiting_reason } = await get();
      const { rows } = await site.database.pool.query('select from profiles where fault_until > now()');
      return rows.length === 1 && /^kiln\.club cannot start: .*XPCOM/.test(waiting_reason ?? '');
    });
    const { status, total_failed } = await get();
    assert.deepEqual([status, total_failed], ['running', 0]);
    if (time === 4) await firefox.repair();
    // Ten minutes pass.
    await site.database.pool.query("update profiles set fault_until = now() - interval '1 second'");
    if (time < 4) await marta.call('PUT /api/profiles/{id}/resume', { params: { id: profile } });
  }
  // A waiting poll looks again when its time is over.
  await agent.said(/^Sent to /);
  await until('the end of the campaign', async () => (await get()).status === 'completed');
  assert.equal((await get()).total_sent, 3);
  const arrived = await inbox.recordOf('kiln.club');
  assert.deepEqual(arrived.map(({ person }) => person).sort(), [
    'kaffebaren_oslo',
    'lena.hartog',
    'slow.kitchen',
  ]);
  const { profiles } = await marta.call('GET /api/profiles');
  assert.deepEqual([profiles[0]?.faulted_at, profiles[0]?.rest_reason], [null, null]);
});
