import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '@pigeonpost/server/database/default-data-dir';
import { DEMO_PROFILES } from '../demo/campaign.ts';
import { fillPractice } from '../demo/fill-practice.ts';
import { listPeople } from '../demo/people.ts';
import { demoServer, fillDemo } from '../demo/prepare.ts';
import { makeSampleHistory } from '../demo/sample-history.ts';
import { startPages, startPractice } from '../processes/programs.ts';
import { type Keep, runTogether, tell } from '../processes/run-together.ts';
import { startRestartingServer } from './restarting-server.ts';

runTogether(startAll, { failure: 'It could not start' });

async function startAll(keep: Keep): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || join(defaultDataDir(), 'dev'));
  const folder = join(dataDir, 'demo');
  await mkdir(folder, { recursive: true });
  const { PRACTICE_PORT = '0', PORT = '0' } = process.env;
  const practice = keep(await startPractice({ DATA_DIR: dataDir, PRACTICE_PORT }, tell('practice')));
  await fillPractice(practice.url, DEMO_PROFILES);
  // The pages need no Firefox: these folders are only names; `npm run demo` has real ones.
  const profiles = DEMO_PROFILES.map((name) => ({
    profile_name: name,
    profile_path: join(folder, 'profiles', name),
    insta_username: name,
  }));
  const { env, admin } = await demoServer({ dataDir, folder, practiceUrl: practice.url });
  await makeSampleHistory({ folder, env, profiles });
  const server = keep(await startRestartingServer({ ...env, PORT }, tell('server')));
  const { signIn, token } = await fillDemo(server.url, { folder, admin, profiles, people: listPeople() });
  const pages = keep(await startPages({ url: server.url, token }, tell('pages')));
  console.log(`
Pigeonpost is at ${pages.url}, where a browser is signed in as ${signIn.username} (password ${signIn.password})
The administrator is ${admin.username} with the password ${admin.password}
What you save shows at once: a page by hot reload, the server (${server.url}) by starting again.
The practice inbox is at ${practice.url}; an agent that sends to it is started by
  PIGEONPOST_URL=${server.url} PRACTICE_URL=${practice.url} npm run agent
Press Ctrl-C to end everything. The next npm run dev goes on with the same data.
`);
}
