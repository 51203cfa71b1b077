import assert from 'node:assert/strict';
import { localTime } from '@pigeonpost/contract/local-time';
import { openDemoAccount, readSignIn, signInAs } from '../demo/account.ts';
import { type DemoProfile, makeProfiles, prepareCampaign } from '../demo/campaign.ts';
import { listPeople } from '../demo/people.ts';
import { makeSampleHistory } from '../demo/sample-history.ts';
import { openSampleTickets } from '../demo/sample-tickets.ts';
import { startServer } from '../processes/programs.ts';
import { type ScriptedAgent, startScriptedAgent } from '../testing/scripted-agent.ts';
import type { Places } from './screens.ts';

// Never called: a server with a practice inbox accepts agents on the practice driver and allows short pauses.
const PRACTICE_URL = 'http://127.0.0.1:9';
const PEOPLE = 60;
const WRITTEN_TO = 37;
const PROFILES = ['fjordandclay', 'fjordandclay.studio'];
/** A campaign of those who are left, which is not started. */
const PENDING_NAME = 'Kiln rest';
const FREE_PROFILES = ['kiln.club', 'market_stall'];

export interface Filled {
  url: string;
  /** The user's, and their browser's. */
  timeZone: string;
  places: Places;
  /** The tokens of the two users of the pictures. */
  tokens: { user: string; admin: string };
  close(): Promise<void>;
}

/** A server whose screens have content: the demo's sample data, and a running campaign. */
export async function startFilledServer(dataDir: string): Promise<Filled> {
  const admin = await readSignIn(`${dataDir}/admin.json`, 'admin');
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    PRACTICE_URL,
    TRIAL_DAYS: '60',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  const profiles = PROFILES.map(describeProfile);
  await makeSampleHistory({ folder: dataDir, env, profiles });
  const server = await startServer(env, () => {});
  const { url } = server;
  const { token, call } = await openDemoAccount(url, dataDir);
  const timeZone = zoneOfMorning();
  await call('PUT /api/auth/profile', { body: { time_zone: timeZone } });
  const { id } = await prepareCampaign(call, { profiles, people: listPeople(String(PEOPLE)) });
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 0, delay_end: 0 } });
  const free = await makeProfiles(call, FREE_PROFILES.map(describeProfile));
  const agent = await startScriptedAgent({ url }, { call });
  await call('POST /api/campaigns/{id}/start', { params: { id } });
  for (let n = 1; n <= WRITTEN_TO; n++) await agent.deliver(n % 11 === 0 ? 'not_found' : 'sent');
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 350, delay_end: 450 } });
  await agent.deliver('sent');
  const lists = await call('GET /api/lists', { query: { search: 'raku' } });
  const list = lists.lists[0]?.id ?? 0;
  const { templates } = await call('GET /api/templates', { query: { search: 'raku' } });
  const pending = await call('POST /api/campaigns', {
    body: {
      name: PENDING_NAME,
      message_template_id: templates[0]?.id ?? 0,
      list_id: list,
      profiles_used: free,
    },
  });
  const ticket = await openSampleTickets({ user: call, signInAdmin: () => signInAs(url, admin) });
  const machine = keepAtWork(agent);
  return {
    url,
    timeZone,
    places: { campaign: id, pending: pending.campaign.id, list, ticket },
    tokens: { user: token, admin: (await signInAs(url, admin)).token },
    async close() {
      const ended = machine.end();
      // It ends the machine's call, which waits for a request.
      await server.end();
      await ended;
    },
  };
}

/** A zone where it is ten to eleven o'clock: near midnight what is still to come takes a day more. */
function zoneOfMorning(): string {
  const now = Date.now();
  const zone = Intl.supportedValuesOf('timeZone').find((name) => localTime(now, name).hour.endsWith('T10'));
  return zone ?? assert.fail('it is ten o’clock nowhere');
}

function describeProfile(name: string): DemoProfile {
  const profile_path = `/home/marta/.mozilla/firefox/k3f8a2.${name}`;
  return { profile_name: name, profile_path, insta_username: name };
}

/** Answers every request for the list of Firefox profiles, so that the machine counts as connected. */
function keepAtWork(agent: ScriptedAgent): { end(): Promise<void> } {
  let isEnding = false;
  const working = (async () => {
    // It rejects when there was no request for a minute.
    while (!isEnding) await agent.carryOut('list').catch(() => undefined);
  })();
  return {
    async end() {
      isEnding = true;
      await working;
    },
  };
}
