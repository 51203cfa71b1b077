import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { type Clock, systemClock } from '../clock.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../testing/temporary-firefox.ts';
import { until } from '../testing/until.ts';
import { startBrowser } from './browser.ts';
import { endOrphans, isStillRunning } from './browser-records.ts';
import { findProcess } from './process-table.ts';
import { findProfileHolder } from './profile-lock.ts';

function start(
  firefox: TemporaryFirefox & { clock?: Clock },
  profilePath: string,
  onNotice?: (text: string) => void,
) {
  const { executable, directory, env, clock = systemClock } = firefox;
  const options = { executable, profilePath, directory, env, headless: true, clock };
  return startBrowser(onNotice ? { ...options, onNotice } : options);
}

test('a profile driven twice keeps its user.js and has no automation settings', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('clean', { isEmpty: true });
  // The last of several lines about a preference wins. Without another line, Firefox would repeat requests again.
  const own = [1, 10].map((attempts) => `user_pref("network.http.request.max-attempts", ${attempts});`);
  await writeFile(join(profile, 'user.js'), own.join('\n'));
  const notices: string[] = [];
  for (let run = 0; run < 2; run++) {
    const browser = await start(firefox, profile, (text) => notices.push(text));
    assert.equal((await findProfileHolder(profile))?.pid, browser.pid);
    const title = await browser.work(async (page) => {
      await page.goto('data:text/html,<title>pigeon</title>');
      return page.title();
    });
    assert.equal(title, 'pigeon');
    await browser.close();
    assert.equal(browser.hasExited(), true);
    assert.equal(await findProfileHolder(profile), undefined);
  }
  const prefs = await readFile(join(profile, 'prefs.js'), 'utf8');
  assert.doesNotMatch(prefs, /remote\.prefs\.recommended\.applied/);
  const userJs = await readFile(join(profile, 'user.js'), 'utf8');
  const lines = userJs.split('\n').filter((line) => line.startsWith('user_pref'));
  assert.deepEqual(lines, [...own, 'user_pref("remote.prefs.recommended", false);', own[0]]);
  assert.equal(notices.length, 1);
  assert.deepEqual(await readdir(join(firefox.directory.path, 'browsers')), []);
});

test('a request whose connection breaks before the answer is not sent a second time', async () => {
  await using firefox = await temporaryFirefox();
  await using site = await startSite();
  const browser = await start(firefox, await firefox.profileFolder('broken-off'));
  const outcome = await browser.work(async (page) => {
    await page.goto(site.url);
    // Firefox repeats only requests over a connection that it has used before.
    await page.evaluate(() => fetch('/answered', { method: 'POST' }));
    return page.evaluate(() => fetch('/broken', { method: 'POST' }).then(String, String));
  });
  assert.match(outcome, /NetworkError/);
  assert.deepEqual(site.posts, [
    { path: '/answered', connection: 1 },
    { path: '/broken', connection: 1 },
  ]);
  await browser.close();
});

test('an open profile is refused with its pid; killing its Firefox fails the running wait', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('taken');
  const browser = await start(firefox, profile);
  await assert.rejects(start(firefox, profile), {
    name: 'ProfileInUse',
    message: `Profile is open in Firefox (pid ${browser.pid}). Close it first.`,
  });
  const waiting = browser.work(async (page) => {
    assert.equal(await page.evaluate('1 + 1'), 2);
    process.kill(browser.pid, 'SIGKILL');
    // This wait has no timeout: only the end of Firefox ends it.
    await page.waitForSelector('#never', { timeout: 0 });
  });
  await assert.rejects(waiting, /Firefox ended by SIGKILL/);
  await browser.close();
});

test('a Firefox that was killed repeatedly at its start can still be driven', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('killed');
  const crashed = { 'toolkit.startup.last_success': 1_700_000_000, 'toolkit.startup.recent_crashes': 9 };
  const lines = Object.entries(crashed).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await appendFile(join(profile, 'user.js'), lines.join(''));
  // The file says that the last Firefox was killed.
  await writeFile(join(profile, '.parentlock'), '');
  const browser = await start(firefox, profile);
  assert.equal(await browser.work((page) => page.evaluate('1 + 1')), 2);
  assert.equal((await findProfileHolder(profile))?.pid, browser.pid);
  await browser.close();
});

test('a Firefox that does not answer is asked to end, then gets a signal, then is killed', async () => {
  await using firefox = await temporaryFirefox();
  const clock = manualClock();
  const browser = await start({ ...firefox, clock }, await firefox.profileFolder('hung'));
  process.kill(browser.pid, 'SIGSTOP');
  const closing = browser.close();
  for (const limit of [10_000, 5_000]) {
    await until('the next limit', () => clock.sleepers() > 0);
    clock.turn(limit - 1);
    assert.equal(browser.hasExited(), false);
    clock.turn(1);
  }
  await closing;
  assert.equal(await findProcess(browser.pid), undefined);
});

test('a folder that is not a profile is refused and not made one', async () => {
  await using firefox = await temporaryFirefox();
  await assert.rejects(start(firefox, join(firefox.home, 'absent')), /no Firefox profile at/);
});

test('a Firefox that cannot start is reported with the last line of its output', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('broken');
  await assert.rejects(start({ ...firefox, executable: '/bin/false' }, profile), /Firefox ended with code 1/);
  await assert.rejects(start({ ...firefox, executable: '/bin/absent' }, profile), /Firefox/);
});

test('an agent killed outright leaves no Firefox behind', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('orphan');
  const pid = await pidStartedByKilledAgent(firefox, { profile, path: firefox.env.PATH ?? '' });
  await until('the end of Firefox', async () => !(await findProcess(pid)));
});

test('if the kernel does not end it, the next agent ends the Firefox of a killed one', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('orphan');
  const pid = await pidStartedByKilledAgent(firefox, { profile, path: '/nowhere' });
  assert.ok(await findProcess(pid));
  assert.equal(await endOrphans(firefox.directory, systemClock), 1);
  assert.equal(await findProcess(pid), undefined);
  assert.equal(await endOrphans(firefox.directory, systemClock), 0);
});

test('a process that merely has the pid of a record is not the recorded browser', async () => {
  const mine = await findProcess(process.pid);
  assert.ok(mine);
  const record = { kind: 'driven' as const, pid: process.pid, profile: '/profile' };
  assert.equal(await isStillRunning({ ...record, started: mine.started }), false);
  assert.equal(await isStillRunning({ ...record, started: 'earlier' }), false);
});

/** A site that breaks the connection instead of answering a post to /broken. */
async function startSite() {
  const posts: { path: string | undefined; connection: number | undefined }[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer(({ method, url, socket }, answer) => {
    if (method === 'POST') posts.push({ path: url, connection: connections.get(socket) });
    if (url === '/broken') socket.destroy();
    else answer.setHeader('content-type', 'text/html').end('<link rel=icon href=data:,>');
  });
  server.on('connection', (socket) => connections.set(socket, connections.size + 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    posts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts Firefox from another process, kills that process and gives Firefox's pid. */
async function pidStartedByKilledAgent(
  firefox: TemporaryFirefox,
  { profile, path }: { profile: string; path: string },
): Promise<number> {
  const program = new URL('../testing/agent-with-browser.ts', import.meta.url).pathname;
  // The second agent takes over the folder of the first; the child plays the first.
  firefox.directory.close();
  const { executable, env, directory } = firefox;
  const child = spawn(process.execPath, [program, executable, profile, directory.path], {
    env: { ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.match(String(line), /^\d+$/);
  return Number(line);
}
