import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '@pigeonpost/server/database/default-data-dir';
import { startAgent, startPractice, startServer } from '../processes/programs.ts';
import { type Keep, runTogether, tell } from '../processes/run-together.ts';
import { CAMPAIGN_NAME, DEMO_PROFILES } from './campaign.ts';
import { fillPractice } from './fill-practice.ts';
import { firefoxHome, makeFirefoxProfiles } from './firefox-profiles.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { listPeople } from './people.ts';
import { demoServer, fillDemo } from './prepare.ts';
import { readReplies } from './read-replies.ts';
import { makeSampleHistory } from './sample-history.ts';

runTogether(startAll, { failure: 'The demo could not start' });

async function startAll(keep: Keep): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || defaultDataDir());
  const folder = join(dataDir, 'demo');
  const people = listPeople(process.argv[2]);
  await mkdir(folder, { recursive: true });
  const practice = keep(await startPractice({ DATA_DIR: dataDir }, tell('practice')));
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
  const mail = keep(await startMailCatcher());
  const server = keep(await startServer({ ...env, ...mail.env }, tell('server')));
  const options = { folder, admin, profiles, people };
  const { signIn, token, call, campaign } = await fillDemo(server.url, options);
  const agentEnv = {
    ...firefoxHome(home),
    PIGEONPOST_URL: server.url,
    PIGEONPOST_TOKEN: token,
    PIGEONPOST_DIR: join(folder, 'agent'),
    PRACTICE_URL: practice.url,
  };
  const agent = keep(startAgent(agentEnv, tell('agent')));
  await agent.line(/connected/i);
  readReplies(call);
  console.log(`
Pigeonpost is at ${server.url}
Sign in as ${signIn.username} with the password ${signIn.password}
The administrator is ${admin.username} with the password ${admin.password}
Open the campaign at ${server.url}/campaigns/${campaign.id} (${CAMPAIGN_NAME}) and press Start.
The practice inbox is at ${practice.url}; what arrived there is in ${join(dataDir, 'practice', 'record.jsonl')}
Mail that would be sent is at ${mail.url}
Press Ctrl-C to end everything. The next npm run demo continues where this one stopped.
`);
}
