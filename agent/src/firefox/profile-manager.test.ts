import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { type ManualClock, manualClock } from '../testing/manual-clock.ts';
import { screen } from '../testing/screen.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../testing/temporary-firefox.ts';
import { until } from '../testing/until.ts';
import type { ProfileManagerOptions } from './browser-pool.ts';
import { MachineFault } from './machine-fault.ts';
import { openWindow } from './open-window.ts';
import { findProfileHolder } from './profile-lock.ts';
import { openProfileManager, type ProfileManager } from './profile-manager.ts';
import { StartLimit } from './start-limit.ts';

function keep(
  { executable, directory, env }: TemporaryFirefox,
  {
    clock = systemClock,
    display,
    ...more
  }: { clock?: typeof systemClock; display?: string } & Partial<ProfileManagerOptions> = {},
) {
  return openProfileManager({
    executable: async () => executable,
    headless: true,
    requireProfile: async () => {},
    directory,
    clock,
    startLimit: new StartLimit(),
    env: display ? { ...env, DISPLAY: display } : env,
    ...more,
  });
}

test('jobs share a warm browser one at a time; a dead one is replaced, an idle one closed', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('worked');
  const clock = manualClock();
  let changes = 0;
  const manager = await keep(firefox, { clock, onChange: () => changes++ });
  const running: string[] = [];
  const job = (name: string) =>
    manager.drive(profile, async (page) => {
      running.push(`${name} begins`);
      await page.goto('about:blank');
      running.push(`${name} ends`);
      return (await findProfileHolder(profile))?.pid;
    });
  const [first, second] = await Promise.all([job('one'), job('two')]);
  assert.deepEqual(running, ['one begins', 'one ends', 'two begins', 'two ends']);
  assert.equal(first, second);

  const dying = manager.drive(profile, async (page) => {
    process.kill(first as number, 'SIGKILL');
    await page.waitForSelector('#never');
  });
  await assert.rejects(dying, /Firefox ended by SIGKILL/);

  assert.notEqual(await job('three'), first);
  assert.deepEqual(manager.openPaths(), [profile]);
  clock.turn(4.9 * 60_000);
  assert.equal(manager.state(profile), 'driven');
  clock.turn(0.1 * 60_000);
  await until('the idle browser to be closed', () => manager.state(profile) !== 'driven');
  assert.equal(await findProfileHolder(profile), undefined);
  assert.equal(changes, 4);
});

test('a browser whose job failed is replaced, also one that hangs and opens no tab', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('hung');
  const clock = manualClock();
  const manager = await keep(firefox, { clock });
  const work = () => manager.drive(profile, async () => (await findProfileHolder(profile))?.pid);
  const first = await work();
  const broken = new Error('The page is broken.');
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const failing = manager.drive(profile, () => {
    begin();
    return Promise.reject(broken);
  });
  await begun;
  assert.equal(await reasonAsTimePasses(clock, failing), broken);

  const second = await work();
  assert.notEqual(second, first);
  process.kill(second as number, 'SIGSTOP');
  const hung = await reasonAsTimePasses(clock, work());
  assert.equal(hung.message, 'Firefox did not open a tab within 30 seconds.');
  assert.ok(hung instanceof MachineFault);
  assert.notEqual(await work(), second);
  await manager.closeAll();
});

test('a Firefox that starts slowly gets twice as long at each try, and is kept for longer once it has', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('slow');
  const slow = join(firefox.directory.path, 'slow-firefox');
  await writeFile(slow, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const clock = manualClock();
  let executable = slow;
  const manager = await keep(firefox, { clock, executable: async () => executable });
  const work = () => manager.drive(profile, (page) => page.title());
  for (const [seconds, next] of [
    [30, ' The next start may take 60 seconds.'],
    [60, ' The next start may take 120 seconds.'],
    [120, ' The next start may take 240 seconds.'],
    [240, ''],
    [240, ''],
  ] as const) {
    const trying = work().then(assert.fail, (error: Error) => error);
    await until('the start to be waited for', () => clock.sleepers() > 0);
    clock.turn(seconds * 1000 - 1);
    assert.equal(clock.sleepers(), 1);
    clock.turn(1);
    const error = await trying;
    assert.ok(error instanceof MachineFault);
    assert.equal(error.message, `Firefox did not answer within ${seconds} seconds.${next}`);
    await until('the last output of the ended one', () => clock.sleepers() === 0);
  }
  executable = firefox.executable;
  const late = work();
  await until('the start to be waited for', () => clock.sleepers() > 0);
  clock.turn(61_000);
  await late;
  clock.turn(14.9 * 60_000);
  assert.equal(manager.state(profile), 'driven', 'longer than a profile rests');
  clock.turn(0.1 * 60_000);
  await until('the idle browser to be closed', () => manager.state(profile) !== 'driven');
});

test('a window opened for a person shows the site and keeps the profile until it is closed', async () => {
  await using firefox = await temporaryFirefox();
  await using xvfb = await screen();
  const profile = await firefox.profileFolder('shown');
  await using site = await visitedSite();
  const manager = await keep(firefox, { ...xvfb, home: () => site.address });
  await manager.open(profile);
  await manager.open(profile);
  await site.visited;
  assert.equal(manager.state(profile), 'human_open');
  assert.deepEqual(manager.openPaths(), [profile]);
  const pid = (await findProfileHolder(profile))?.pid;
  const inUse = { name: 'ProfileInUse', message: `Profile is open in Firefox (pid ${pid}). Close it first.` };
  await assert.rejects(
    manager.drive(profile, (page) => page.title()),
    inUse,
  );
  await assert.rejects(
    manager.whileClosed(profile, async () => {}),
    inUse,
  );

  const nextAgent = await keep(firefox, xvfb);
  assert.deepEqual(nextAgent.openPaths(), [profile]);
  assert.equal(await nextAgent.closeAll(), 1);
  assert.deepEqual(nextAgent.openPaths(), []);
  assert.equal(await findProfileHolder(profile), undefined);
  await until('the closed window to be noticed', () => manager.state(profile) === 'closed');
});

test("a profile in a person's own Firefox is reported and left alone", async () => {
  await using firefox = await temporaryFirefox();
  await using xvfb = await screen();
  const profile = await firefox.profileFolder('own');
  await using other = await temporaryFirefox();
  const env = { ...firefox.env, DISPLAY: xvfb.display };
  const window = await openWindow({
    executable: firefox.executable,
    profilePath: profile,
    directory: other.directory,
    clock: systemClock,
    env,
  });
  const manager = await keep(firefox, xvfb);
  const inUse = { name: 'ProfileInUse', pid: window.pid };
  await assert.rejects(
    manager.drive(profile, (page) => page.title()),
    inUse,
  );
  await assert.rejects(manager.open(profile), inUse);
  assert.equal(await manager.close(profile), false);
  assert.equal((await findProfileHolder(profile))?.pid, window.pid);
  await window.close();
  await window.exited;
});

test("an error before the job's first page is a machine's fault, an error in the page is not", async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('sound');
  const newer = await firefox.profileFolder('newer');
  await writeFile(
    join(newer, 'compatibility.ini'),
    '[Compatibility]\nLastVersion=999.0_20990101000000/20990101000000\n',
  );
  const why = async (manager: ProfileManager, path: string) => {
    const error = await manager.drive(path, async () => assert.fail('a page')).then(assert.fail, (e) => e);
    assert.ok(error instanceof MachineFault, String(error));
    return error.message;
  };
  const absent = join(firefox.home, 'absent');
  const sound = await keep(firefox);
  assert.equal(await why(sound, absent), `There is no Firefox profile at ${absent}.`);
  assert.match(
    await why(sound, newer),
    /^Firefox ended with code 0: This profile was last used with a newer/,
  );
  const missing = async () => assert.fail('Firefox was not found.');
  assert.equal(await why(await keep(firefox, { executable: missing }), profile), 'Firefox was not found.');
  const refuse = async () => assert.fail('Not a profile.');
  assert.equal(await why(await keep(firefox, { requireProfile: refuse }), profile), 'Not a profile.');
  const broken = async () => '/bin/false';
  assert.equal(await why(await keep(firefox, { executable: broken }), profile), 'Firefox ended with code 1.');

  const met = new Error('The thread did not open.');
  const error = await sound.drive(profile, () => Promise.reject(met)).then(assert.fail, (e) => e);
  assert.equal(error, met);
});

test('without a screen a window is refused with an instruction', async () => {
  await using firefox = await temporaryFirefox();
  const profile = await firefox.profileFolder('blind');
  await assert.rejects((await keep(firefox)).open(profile), /There is no screen/);
  await assert.rejects(
    (await keep(firefox, { display: ':999' })).open(profile),
    /Firefox ended at once \(code 1\)/,
  );
});

/** Why a promise rejects, while the clock moves a second whenever something sleeps. */
async function reasonAsTimePasses(clock: ManualClock, promise: Promise<unknown>): Promise<Error> {
  let reason: Error | undefined;
  promise.catch((error) => {
    reason = error;
  });
  await until('the job to fail', () => {
    if (clock.sleepers() > 0) clock.turn(1000);
    return reason !== undefined;
  });
  return reason as unknown as Error;
}

/** A site that reports requests of its page. */
async function visitedSite() {
  const { promise: visited, resolve } = Promise.withResolvers<void>();
  const server = createServer(({ url }, answer) => {
    if (url === '/inbox') resolve();
    answer.end('<!doctype html><title>Inbox</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/inbox`,
    visited,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
