import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { findFirefox } from '@pigeonpost/agent/firefox/installation';
import { listProfiles } from '@pigeonpost/agent/firefox/profiles';
import { quietProfile } from '@pigeonpost/agent/testing/quiet-profile';
import { cacheOfListed } from '@pigeonpost/agent/testing/temporary-firefox';
import { createClient } from '@pigeonpost/contract/client';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { until } from '@pigeonpost/server/testing/until';
import type { Page } from 'playwright-core';
import { firefoxHome } from './demo/firefox-profiles.ts';
import { listPeople, UNKNOWN_PEOPLE } from './demo/people.ts';
import { openPage } from './testing/browser.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');

// Enough to pause in the middle; one of them is unknown to the inbox.
const PEOPLE = listPeople('10');

// An install, a build, two starts of Firefox and ten messages, on a slow machine.
const LIMIT_MS = 15 * 60_000;
const STEP_MS = 5 * 60_000;

test('from a fresh clone, `npm run demo` sends a campaign that is paused, ended and continued', {
  timeout: LIMIT_MS,
}, async (t) => {
  const { clone, dataDir } = await makeClone(t);
  const place = { clone, dataDir, port: await freePort() };
  const first = await startDemo(t, place);
  await quietProfiles(dataDir);
  const page = await openPage(t, { url: first.url });
  page.setDefaultTimeout(STEP_MS);
  await page.goto('/');
  await page.getByLabel('Username').fill(first.username);
  await page.getByLabel('Password', { exact: true }).fill(first.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const call = createClient({ baseUrl: first.url, token: () => token });
  const { entries } = await call('GET /api/audit-log/own', {});
  assert.ok(entries[0] && new Date(entries[0].created_at) <= new Date(), 'sample data is in the future');
  const [, mail = ''] = /Mail that would be sent is at (\S+)/.exec(first.said) ?? [];
  const current_password = first.password;
  await call('PUT /api/account/email', { body: { email: 'fjord@example.com', current_password } });
  await until('a mail', async () => (await (await fetch(mail)).text()).includes('To fjord@example.com'));
  await page.goto(first.campaign);

  // A slow page must not be too late to pause before everybody has the message.
  await call('PUT /api/settings', { body: { delay_start: 20, delay_end: 20 } });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page
    .getByRole('img', { name: /^[1-9]\d* sent/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('Paused by you', { exact: true }).first().waitFor();
  // Deliveries granted before the pause are still finished; the demo's end waits for them.
  await first.interrupt();
  const arrivedBefore = (await readRecord(dataDir)).length;
  assert.ok(arrivedBefore > 0 && arrivedBefore < PEOPLE.length, `${arrivedBefore} had arrived`);
  await assert.rejects(stat(join(dataDir, 'postgres', 'data', 'postmaster.pid')), 'PostgreSQL still runs');

  const second = await startDemo(t, place);
  assert.equal((await readRecord(dataDir)).length, arrivedBefore, 'nothing goes out while it is paused');
  await call('PUT /api/settings', { body: { delay_start: 0, delay_end: 1 } });
  await page.goto(second.campaign);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: LIMIT_MS });
  await page.getByRole('img', { name: '9 sent, 1 failed, 0 pending of 10' }).first().waitFor();
  await assertNothingOverflows(page);
  await second.interrupt();

  const people = (await readRecord(dataDir)).map(({ person }) => person).sort();
  assert.deepEqual(people, PEOPLE.filter((name) => !UNKNOWN_PEOPLE.includes(name)).sort());
});

async function makeClone(t: TestContext): Promise<{ clone: string; dataDir: string }> {
  // Files on another disk cannot be hard-linked.
  const folder = await mkdtemp(join(process.env.TEST_DISK ?? tmpdir(), 'pigeonpost-demo-'));
  // As root, PostgreSQL runs as a user that needs access to this folder.
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', ROOT, clone]);
  await linkPackages(clone);
  await copyPages(clone);
  return { clone, dataDir: join(folder, 'data') };
}

/**
 * Saves the clone an `npm ci` of half a minute: `npm test` begins with the same install.mjs, which in a fresh clone has
 * just run it. The demo's own install still compares the packages with the lockfile. On another disk, it installs.
 */
async function linkPackages(clone: string): Promise<void> {
  const [present, packages] = [join(ROOT, 'node_modules'), join(clone, 'node_modules')];
  // The other dot folders are caches, in which other tests write meanwhile.
  const installed = (await readdir(present)).filter((name) =>
    /^[^.]|^\.(bin|package-lock\.json)$/.test(name),
  );
  await mkdir(packages);
  await run('cp', ['--archive', '--link', ...installed.map((name) => join(present, name)), packages]).catch(
    () => rm(packages, { recursive: true, force: true }),
  );
}

/**
 * Prepares the demo's profiles like after a first run of Firefox. The agent's tests cover first starts, and four of
 * them would take most of this test's time. No Firefox runs until the campaign is started.
 */
async function quietProfiles(dataDir: string): Promise<void> {
  const home = join(dataDir, 'demo', 'home');
  const profiles = await listProfiles(await findFirefox({ env: { ...process.env, ...firefoxHome(home) } }));
  const used = profiles.filter(({ name }) => name.startsWith('fjordandclay'));
  assert.equal(used.length, 2);
  for (const { path } of used) await quietProfile(path, cacheOfListed(home, path));
}

/** Saves the clone a build of the pages, which `npm test` has made of the same sources; of others, the clone makes its own. */
async function copyPages(clone: string): Promise<void> {
  for (const built of ['web/dist', 'node_modules/.cache/pigeonpost-web-production.stamp'])
    await cp(join(ROOT, built), join(clone, built), { recursive: true });
}

interface Demo {
  url: string;
  said: string;
  campaign: string;
  username: string;
  password: string;
  /** Ctrl-C at the terminal: every process of its group gets the signal. */
  interrupt(): Promise<void>;
}

async function startDemo(
  t: TestContext,
  { clone, dataDir, port }: { clone: string; dataDir: string; port: number },
): Promise<Demo> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), PRACTICE_PORT: '0' };
  const demo = spawn('npm', ['run', 'demo', '--', String(PEOPLE.length)], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isClosed = false;
  const closed = once(demo, 'close').then(() => {
    isClosed = true;
  });
  const interrupt = async () => {
    if (!isClosed && demo.pid) process.kill(-demo.pid, 'SIGINT');
    await closed;
  };
  t.after(interrupt);
  const said: string[] = [];
  const isReady = new Promise<void>((resolve) => {
    createInterface({ input: demo.stdout }).on('line', (line) => {
      said.push(line);
      if (line.startsWith('Press Ctrl-C')) resolve();
    });
  });
  await Promise.race([isReady, closed]);
  const text = said.join('\n');
  const [, url = ''] = /Pigeonpost is at (\S+)/.exec(text) ?? assert.fail(`the demo did not start:\n${text}`);
  const [, username = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(text) ?? [];
  const [, campaign = ''] = /Open the campaign at (\S+)/.exec(text) ?? [];
  return { url, said: text, campaign, username, password, interrupt };
}

async function readRecord(dataDir: string): Promise<{ person: string }[]> {
  const text = await readFile(join(dataDir, 'practice', 'record.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function assertNothingOverflows(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.body.scrollWidth, window.innerWidth]);
  assert.ok((content ?? 0) <= (screen ?? 0), `the page is ${content} px wide on a screen of ${screen} px`);
}
