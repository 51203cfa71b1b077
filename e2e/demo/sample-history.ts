import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@pigeonpost/contract/client';
import { buildApp } from '@pigeonpost/server/app';
import { loadConfig } from '@pigeonpost/server/config';
import { openDeps } from '@pigeonpost/server/open-deps';
import { ManualClock } from '@pigeonpost/server/testing/manual-clock';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { type ScriptedAgent, startScriptedAgent } from '../testing/scripted-agent.ts';
import { openDemoAccount } from './account.ts';
import { type DemoProfile, makeProfiles } from './campaign.ts';
import { listBuyers } from './people.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAYS_AGO = 28;
const DAYS_BETWEEN = 5;
const OPENS_AT_HOUR = 9;
const PAUSE_MS = 11 * 60_000;

interface SampleCampaign {
  name: string;
  list: string;
  template: string;
  message: string;
  /** The number of recipients on each day. */
  days: readonly number[];
  /** One in so many names is unknown to the site. */
  notFoundEvery: number;
}

const CAMPAIGNS: readonly SampleCampaign[] = [
  {
    name: 'Mug drop',
    list: 'Bought a mug',
    template: 'Speckled mugs are back',
    message: 'Hi {username}, the speckled mugs are back on the shelf from Friday. Shall I keep one for you?',
    days: [4, 9, 12, 7, 10, 3, 0, 8, 11, 6],
    notFoundEvery: 13,
  },
  {
    name: 'Clay class',
    list: 'Asked about a class',
    template: 'Autumn throwing class',
    message: 'Hi {username}, the autumn throwing class has four seats left. Would you like one?',
    days: [6, 10, 13, 5, 0, 9, 12, 7, 4],
    notFoundEvery: 17,
  },
];

/**
 * Four weeks of sample data, at the first start only: two completed campaigns. The product itself makes them on a
 * manual clock, with an agent that reports every message as sent; nothing reaches the practice inbox.
 */
export async function makeSampleHistory(options: {
  folder: string;
  env: Record<string, string>;
  profiles: readonly DemoProfile[];
}): Promise<void> {
  const { folder, env, profiles } = options;
  const marker = join(folder, 'sample-history');
  if ((await readFile(marker, 'utf8').catch(() => undefined)) !== undefined) return;
  console.log('Making four weeks of sample data (once, half a minute)');
  const first = Math.floor(Date.now() / DAY_MS - FIRST_DAYS_AGO) * DAY_MS + OPENS_AT_HOUR * HOUR_MS;
  const clock = new ManualClock(new Date(first).toISOString());
  const { deps, realtime, close } = await openDeps(loadConfig({ ...process.env, ...env }), {
    log: silentLog,
    clock,
  });
  try {
    const app = await buildApp(deps, { realtime });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await sendAll({ url, folder, profiles, clock });
    await app.close();
  } finally {
    await close();
  }
  await writeFile(marker, 'The sample data is there.\n');
}

async function sendAll(options: {
  url: string;
  folder: string;
  profiles: readonly DemoProfile[];
  clock: ManualClock;
}): Promise<void> {
  const { url, folder, profiles, clock } = options;
  const { call } = await openDemoAccount(url, folder);
  await call('PUT /api/settings', { body: { max_retries: 3, delay_start: 0, delay_end: 0 } });
  const profiles_used = await makeProfiles(call, profiles);
  const agent = await startScriptedAgent({ url }, { call });
  for (const [index, campaign] of CAMPAIGNS.entries()) {
    // Not after the last one: no sample event may be in the future.
    if (index > 0) clock.advance(DAYS_BETWEEN * DAY_MS);
    if ((await call('GET /api/campaigns', { query: { search: campaign.name } })).campaigns[0]) continue;
    await send(campaign, { call, profiles_used, agent, clock });
  }
  const { agents } = await call('GET /api/agents');
  for (const { id } of agents) await call('DELETE /api/agents/{id}', { params: { id } });
  await call('POST /api/auth/logout');
}

async function send(
  { name, list, template, message, days, notFoundEvery }: SampleCampaign,
  options: { call: Call; profiles_used: number[]; agent: ScriptedAgent; clock: ManualClock },
): Promise<void> {
  const { call, profiles_used, agent, clock } = options;
  const people = days.reduce((sum, count) => sum + count, 0);
  const made = await call('POST /api/lists', { body: { name: list, description: 'Sample data.' } });
  const list_id = made.list.id;
  await call('POST /api/recipients/bulk', { body: { list_id, recipients: listBuyers(people) } });
  const message_template_id = (
    await call('POST /api/templates', { body: { name: template, content: message } })
  ).template.id;
  const { campaign } = await call('POST /api/campaigns', {
    body: { name, message_template_id, list_id, profiles_used },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  let done = 0;
  for (const count of days) {
    for (let n = 0; n < count; n++) {
      done += 1;
      clock.advance(PAUSE_MS);
      await agent.deliver(done % notFoundEvery === 0 ? 'not_found' : 'sent');
    }
    clock.advance(DAY_MS - count * PAUSE_MS);
  }
}
