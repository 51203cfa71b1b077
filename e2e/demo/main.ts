import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '@pigeonpost/server/database/default-data-dir';
import type { Child } from '../processes/child.ts';
import { startAgent, startPractice, startServer } from '../processes/programs.ts';
import { openDemoAccount, readSignIn, signInAs } from './account.ts';
import { CAMPAIGN_NAME, prepareCampaign } from './campaign.ts';
import { fillPractice } from './fill-practice.ts';
import { firefoxHome, makeFirefoxProfiles } from './firefox-profiles.ts';
import { listPeople } from './people.ts';
import { makeSampleHistory } from './sample-history.ts';
import { openSampleTickets } from './sample-tickets.ts';

const PROFILES = ['fjordandclay', 'fjordandclay.studio'];

// In the order they are started; they are ended the other way round.
const running: Child[] = [];
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void endAll(0));
// The terminal is gone, so nobody could press Ctrl-C any more.
process.stdout.on('error', () => void endAll(1));

try {
  await startAll();
} catch (error) {
  if (!isEnding) console.error(`The demo could not start: ${(error as Error).message}`);
  await endAll(1);
}

async function startAll(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || defaultDataDir());
  const folder = join(dataDir, 'demo');
  const people = listPeople(process.argv[2]);
  await mkdir(folder, { recursive: true });
  const practice = follow(await startPractice({ DATA_DIR: dataDir }, tell('practice')));
  await fillPractice(practice.url, PROFILES);
  const home = join(folder, 'home');
  const paths = await makeFirefoxProfiles(home, PROFILES);
  const profiles = PROFILES.map((name, index) => ({
    profile_name: name,
    profile_path: paths[index] ?? '',
    insta_username: name,
  }));
  const admin = await readSignIn(join(folder, 'admin-sign-in.json'), 'admin');
  const serverEnv = {
    DATA_DIR: dataDir,
    PRACTICE_URL: practice.url,
    TRIAL_DAYS: '365',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  await makeSampleHistory({ folder, env: serverEnv, profiles });
  const server = follow(await startServer(serverEnv, tell('server')));
  const { signIn, token, call } = await openDemoAccount(server.url, folder);
  await openSampleTickets({ user: call, signInAdmin: () => signInAs(server.url, admin) });
  const campaign = await prepareCampaign(call, { profiles, people });
  const agentEnv = {
    ...firefoxHome(home),
    PIGEONPOST_URL: server.url,
    PIGEONPOST_TOKEN: token,
    PIGEONPOST_DIR: join(folder, 'agent'),
    PRACTICE_URL: practice.url,
  };
  const agent = follow(startAgent(agentEnv, tell('agent')));
  await agent.line(/connected/i);
  // The agent has its own token now; the demo's session is no longer needed.
  await call('POST /api/auth/logout');
  console.log(`
Pigeonpost is at ${server.url}
Sign in as ${signIn.username} with the password ${signIn.password}
The administrator is ${admin.username} with the password ${admin.password}
Open the campaign at ${server.url}/campaigns/${campaign.id} (${CAMPAIGN_NAME}) and press Start.
The practice inbox is at ${practice.url}; what arrived there is in ${join(dataDir, 'practice', 'record.jsonl')}
Press Ctrl-C to end everything. The next npm run demo continues where this one stopped.
`);
}

function follow<C extends Child>(child: C): C {
  running.push(child);
  child.ended.then((code) => {
    if (isEnding) return;
    console.error(`One of the demo's programs has ended by itself (${code}).`);
    void endAll(1);
  });
  return child;
}

function tell(name: string): (line: string) => void {
  return (line) => console.log(`${name.padEnd(8)} | ${line}`);
}

async function endAll(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const child of running.reverse()) await child.end();
  process.exit(code);
}
