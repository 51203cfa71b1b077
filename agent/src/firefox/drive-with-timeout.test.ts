import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { manualClock } from '../testing/manual-clock.ts';
import { driveWithTimeout } from './drive-with-timeout.ts';
import { MachineFault } from './machine-fault.ts';
import type { ProfileManager } from './profile-manager.ts';

const page = {} as Page;

function scene() {
  const clock = manualClock();
  let ended: unknown;
  const manager = {
    drive: async (_path: string, job: (page: Page) => Promise<unknown>) => {
      try {
        return await job(page);
      } catch (error) {
        ended = error;
        throw error;
      }
    },
  } as ProfileManager;
  const stop = new AbortController();
  const timeout = { milliseconds: 1000, message: 'Too long.' };
  const limits = { manager, clock, profilePath: '/p', timeout, signal: stop.signal };
  return { clock, stop, limits, ended: () => ended };
}

const hang = () => new Promise<never>(() => {});

test('a driver that hangs is abandoned after the limit, and its profile is free again', async () => {
  const { clock, limits, ended } = scene();
  const driving = driveWithTimeout(limits, hang);
  clock.turn(1000);
  await assert.rejects(driving, /^Error: Too long\.$/);
  assert.match(String(ended()), /Too long/);
});

test('a job can get a new time limit while it runs, counted from then on', async () => {
  const { clock, limits } = scene();
  const restarted = Promise.withResolvers<void>();
  const driving = driveWithTimeout(limits, async ({ restartTimeout }) => {
    clock.turn(900);
    restartTimeout({ milliseconds: 500, message: 'Much too long.' });
    restarted.resolve();
    return hang();
  });
  await restarted.promise;
  clock.turn(499);
  assert.equal(clock.sleepers(), 1);
  clock.turn(1);
  await assert.rejects(driving, /^Error: Much too long\.$/);
});

test("a job that got no page in time is a machine's fault", async () => {
  const { clock, limits } = scene();
  const manager = { drive: hang } as unknown as ProfileManager;
  const driving = driveWithTimeout({ ...limits, manager }, hang);
  clock.turn(1000);
  const error = await driving.catch((thrown) => thrown);
  assert.ok(error instanceof MachineFault);
  assert.equal(error.message, 'Firefox showed no page with this profile in time.');
});

test('a page that comes too late for its job ends nothing: its Firefox serves the next job', async () => {
  const { clock, limits, ended } = scene();
  const started = Promise.withResolvers<void>();
  const manager = {
    drive: async (path: string, job: (page: Page) => Promise<unknown>) => {
      await started.promise;
      return limits.manager.drive(path, job);
    },
  } as ProfileManager;
  const driving = driveWithTimeout({ ...limits, manager }, async () => assert.fail('the job ran'));
  clock.turn(1000);
  await assert.rejects(driving, MachineFault);
  started.resolve();
  await started.promise;
  assert.equal(ended(), undefined);
});

test('a signal ends it at once, and prevents a job that has not started', async () => {
  const { stop, limits } = scene();
  const driving = driveWithTimeout(limits, hang);
  stop.abort(new Error('Ending.'));
  await assert.rejects(driving, /Ending/);
  await assert.rejects(
    driveWithTimeout(limits, async () => assert.fail('started')),
    /Ending/,
  );
});

test('a job that ends in time gives its answer, and no timer stays', async () => {
  const { clock, limits } = scene();
  assert.equal(await driveWithTimeout(limits, async () => 'done'), 'done');
  assert.equal(clock.sleepers(), 0);
});
