import { join } from 'node:path';
import { quietProfile } from '@pigeonpost/agent/testing/quiet-profile';
import type { Call } from '@pigeonpost/contract/client';
import { openDemoAccount } from '../demo/account.ts';
import { firefoxHome, makeFirefoxProfiles } from '../demo/firefox-profiles.ts';
import { until } from '../kills/until.ts';
import type { Child } from '../processes/child.ts';
import { startAgent, startServer } from '../processes/programs.ts';
import { killAtClick } from './kill-at-click.ts';
import { type SiteScene, writeSettings } from './real-site.ts';
import { writeToRepliers } from './write-to-repliers.ts';

const PROFILES = ['marta_shop', 'marta_studio', 'marta_news'];
const PEOPLE = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fay', 'gus', 'hana', 'ivo', 'jana', 'kim', 'lou'];
const NOBODY = 'nobody.at.all';
const PASSWORD = 'secret';
// The shortest pace that a server allows.
const PACE = { max_retries: 3, delay_start: 30, delay_end: 31 };
const MESSAGE = 'Hi {username},\n\nthe raku kiln burns on Saturday 🕊️. Shall I keep a seat?';
const KILLS = ['agent', 'Firefox', 'agent', 'Firefox'] as const;
const END_LIMIT_MS = 10 * 60_000;

/**
 * Sends a campaign through a real server, agent and Firefox, which are killed at the click, and compares the server's
 * result with the arrivals at the site: once each, or at most once for unclear ones.
 */
export async function sendCampaign({ folder, site, say, signal }: SiteScene): Promise<boolean> {
  for (const name of [...PROFILES, ...PEOPLE]) await site.addAccount(name, PASSWORD);
  const log = (line: string) => line.includes('rror') && say(`      ${line}`);
  const server = await startServer(
    { DATA_DIR: join(folder, 'data'), PORT: '0', PRACTICE_URL: undefined },
    log,
  );
  await using left = new AsyncDisposableStack();
  left.defer(async () => void (await server.end()));
  const { token, call } = await openDemoAccount(server.url, folder);
  const home = firefoxHome(join(folder, 'home'));
  const paths = await makeFirefoxProfiles(home.HOME, PROFILES);
  for (const path of paths) await quietProfile(path);
  const agentFolder = join(folder, 'campaign-agent');
  await writeSettings(agentFolder, site);
  const env = {
    ...home,
    PIGEONPOST_URL: server.url,
    PIGEONPOST_TOKEN: token,
    PIGEONPOST_DIR: agentFolder,
    PRACTICE_URL: undefined,
  };
  const start = async (): Promise<Child> => {
    const agent = startAgent(env, log);
    await agent.line(/^Connected/);
    return agent;
  };
  // A password is kept for the machine that has the profile, so the agent comes first.
  const agent = await start();
  const killing = killAtClick({ agentFolder, kills: KILLS, spared: NOBODY, agent, start, say });
  left.defer(() => killing.end());
  const { list_id, profiles_used } = await startCampaign(call, paths);
  const limits = { milliseconds: END_LIMIT_MS, signal: AbortSignal.any([signal, killing.failed]) };
  const hasEnded = await until(() => isCompleted(call), limits);
  if (!hasEnded) say('FAIL  the campaign did not end');
  const { recipients } = await call('GET /api/lists/{id}/recipients', { params: { id: list_id }, query: {} });
  let isGood = Boolean(hasEnded) && killing.count() === KILLS.length;
  for (const { recipient, status, unclear } of recipients) {
    const texts = recipient === NOBODY ? [] : await site.arrivedAt(recipient);
    const expected = MESSAGE.replace('{username}', recipient);
    const isWhole = texts.every((text) => text === expected);
    const isRight =
      isWhole && (recipient === NOBODY ? status === 'not_found' : isTrue(texts.length, { status, unclear }));
    isGood &&= isRight;
    const said = unclear ? 'unclear' : status;
    say(`${isRight ? 'ok  ' : 'FAIL'}  ${recipient}: ${said}, and ${texts.length} arrived`);
  }
  if (!hasEnded || !site.replies) return isGood;
  return (await writeToRepliers({ call, replies: site.replies, site, profiles_used, limits, say })) && isGood;
}

function isTrue(arrived: number, said: { status: string; unclear: boolean }): boolean {
  if (said.unclear) return arrived <= 1;
  return said.status === 'sent' && arrived === 1;
}

async function startCampaign(
  call: Call,
  paths: string[],
): Promise<{ list_id: number; profiles_used: number[] }> {
  await call('PUT /api/settings', { body: PACE });
  const profiles_used: number[] = [];
  for (const [index, profile_name] of PROFILES.entries()) {
    const sign_in = { insta_username: profile_name, insta_password: PASSWORD };
    const body = { profile_name, profile_path: paths[index] ?? '', ...sign_in };
    const { profile } = await call('POST /api/profiles', { body });
    if (!profile.has_password) throw new Error(`The agent has not told of ${profile_name} yet.`);
    profiles_used.push(profile.id);
  }
  const { list } = await call('POST /api/lists', { body: { name: 'Kiln friends' } });
  const recipients = [...PEOPLE, NOBODY];
  await call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  const { template } = await call('POST /api/templates', { body: { name: 'Raku', content: MESSAGE } });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Kiln night', message_template_id: template.id, list_id: list.id, profiles_used },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  return { list_id: list.id, profiles_used };
}

async function isCompleted(call: Call): Promise<true | undefined> {
  const { campaigns } = await call('GET /api/campaigns', { query: {} });
  return campaigns.every(({ status }) => status === 'completed') || undefined;
}
