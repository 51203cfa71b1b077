import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { driveWithin } from './drive-within.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import { handTurnedClock } from './testing/hand-turned-clock.ts';

const page = {} as Page;

function scene() {
  const clock = handTurnedClock();
  let ended: unknown;
  const keeper = {
    drive: async (_path: string, job: (page: Page) => Promise<unknown>) => {
      try {
        return await job(page);
      } catch (error) {
        ended = error;
        throw error;
      }
    },
  } as ProfileKeeper;
  const stop = new AbortController();
  const limits = { keeper, clock, profilePath: '/p', limit: 1000, tooLong: 'Too long.', signal: stop.signal };
  return { clock, stop, limits, ended: () => ended };
}

const hang = () => new Promise<never>(() => {});

test('a driver that hangs is left after the limit, and its profile is free again', async () => {
  const { clock, limits, ended } = scene();
  const driving = driveWithin(limits, hang);
  clock.turn(1000);
  await assert.rejects(driving, /^Error: Too long\.$/);
  assert.match(String(ended()), /Too long/);
});

test('a signal ends it at once, and what has not started is not started', async () => {
  const { stop, limits } = scene();
  const driving = driveWithin(limits, hang);
  stop.abort(new Error('Ending.'));
  await assert.rejects(driving, /Ending/);
  await assert.rejects(
    driveWithin(limits, async () => assert.fail('started')),
    /Ending/,
  );
});

test('what is done in time gives its answer, and nothing sleeps on', async () => {
  const { clock, limits } = scene();
  assert.equal(await driveWithin(limits, async () => 'done'), 'done');
  assert.equal(clock.sleepers(), 0);
});
