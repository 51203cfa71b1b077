import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '@pigeonpost/server/database/default-data-dir';
import type { Child } from '../processes/child.ts';
import { startAgent, startPractice, startServer } from '../processes/programs.ts';
import { CAMPAIGN_NAME, DEMO_PROFILES } from './campaign.ts';
import { fillPractice } from './fill-practice.ts';
import { firefoxHome, makeFirefoxProfiles } from './firefox-profiles.ts';
import { listPeople } from './people.ts';
import { demoServer, fillDemo } from './prepare.ts';
import { makeSampleHistory } from './sample-history.ts';

const dataDir = resolve(process.env.DATA_DIR || defaultDataDir());
const folder = join(dataDir, 'demo');
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
  const people = listPeople(process.argv[2]);
  await mkdir(folder, { recursive: true });
  const practice = follow(await startPractice({ DATA_DIR: dataDir }, tell('practice')));
  await fillPractice(practice.url, DEMO_PROFILES);
  const home = join(folder, 'home');
  const paths = await makeFirefoxProfiles(home, DEMO_PROFILES);
  const profiles = DEMO_PROFILES.map((name, index) => ({
    profile_name: name,
    profile_path: paths[index] ?? '',
    insta_username: name,
  }));
  const { env, admin } = await demoServer({ dataDir, folder, practiceUrl: practice.url });
  await makeSampleHistory({ folder, env, profiles });
  const server = follow(await startServer(env, tell('server')));
  const options = { folder, admin, profiles, people };
  const { signIn, token, call, campaign } = await fillDemo(server.url, options);
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
