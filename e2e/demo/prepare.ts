import { join } from 'node:path';
import type { Call } from '@pigeonpost/contract/client';
import { openDemoAccount, readSignIn, type SignIn, signInAs } from './account.ts';
import { type DemoProfile, prepareCampaign } from './campaign.ts';
import { openSampleTickets } from './sample-tickets.ts';

/** The environment of the demo's server, and its administrator, whose random password is in the demo's folder. */
export async function demoServer(options: {
  dataDir: string;
  folder: string;
  practiceUrl: string;
}): Promise<{ env: Record<string, string>; admin: SignIn }> {
  const { dataDir, folder, practiceUrl } = options;
  const admin = await readSignIn(join(folder, 'admin-sign-in.json'), 'admin');
  const env = {
    DATA_DIR: dataDir,
    PRACTICE_URL: practiceUrl,
    TRIAL_DAYS: '365',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  };
  return { env, admin };
}

/** The demo's user with tickets and a pending campaign; existing ones stay. Returns the signed-in user. */
export async function fillDemo(
  url: string,
  options: {
    folder: string;
    admin: SignIn;
    profiles: readonly DemoProfile[];
    people: readonly string[];
  },
): Promise<{ signIn: SignIn; token: string; call: Call; campaign: { id: number } }> {
  const { folder, admin, profiles, people } = options;
  const account = await openDemoAccount(url, folder);
  await openSampleTickets({ user: account.call, signInAdmin: () => signInAs(url, admin) });
  return { ...account, campaign: await prepareCampaign(account.call, { profiles, people }) };
}
