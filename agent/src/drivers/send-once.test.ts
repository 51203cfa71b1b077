import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { OutgoingMessage, SendOutcome, SiteDriver } from './driver.ts';
import { sendOnce } from './send-once.ts';

type Send = (message: OutgoingMessage) => Promise<SendOutcome>;

// These drivers never use the tab.
const page = {} as Page;
/** The errors of the last driver, as the agent's log gets them. */
let thrown: string[] = [];

function sendWith(send: Send, beforeClick = async () => true): Promise<SendOutcome> {
  thrown = [];
  const driver: SiteDriver = {
    name: 'sample',
    sendsWithoutBox: true,
    openThread: async () => ({ state: 'open', copies: 0 }),
    send: (_page, message) => send(message),
    countUnread: async () => 0,
  };
  const onError = (error: unknown) => thrown.push((error as Error).message);
  return sendOnce({ driver, page, person: 'anna', message: 'Hello', beforeClick, onError });
}

test('an error before the click is a failure that may be tried again', async () => {
  const outcome = await sendWith(async () => {
    throw new Error('The composer is missing.');
  });
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'The composer is missing.', obstacle: true });
});

test('an error after the click is unknown, never a failure', async () => {
  const outcome = await sendWith(async ({ beforeClick }) => {
    await beforeClick();
    throw new Error('The tab is gone.');
  });
  assert.deepEqual(outcome, { outcome: 'unknown', reason: 'The tab is gone.' });
  assert.deepEqual(thrown, ['The tab is gone.']);
});

test('an error while asking for a permit is a failure: nothing was pressed', async () => {
  const outcome = await sendWith(
    async ({ beforeClick }) => {
      await beforeClick();
      return { outcome: 'sent' };
    },
    async () => {
      throw new Error('The journal cannot be written.');
    },
  );
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'The journal cannot be written.', obstacle: true });
});

test('a driver that asks for a permit again is refused', async () => {
  const answers: boolean[] = [];
  const outcome = await sendWith(async ({ beforeClick }) => {
    answers.push(await beforeClick(), await beforeClick());
    return { outcome: 'sent' };
  });
  assert.deepEqual(answers, [true, false]);
  assert.deepEqual(outcome, { outcome: 'sent' });
});

test('a driver that reports a success without a permit is not believed', async () => {
  const withoutAsking = await sendWith(async () => ({ outcome: 'sent' }));
  const thoughRefused = await sendWith(
    async ({ beforeClick }) => {
      await beforeClick();
      return { outcome: 'sent' };
    },
    async () => false,
  );
  for (const outcome of [withoutAsking, thoughRefused]) {
    assert.deepEqual(outcome, {
      outcome: 'unknown',
      reason: 'The site driver "sample" sent without a permit.',
    });
  }
});

test('a site that says stop after the click is reported as blocked', async () => {
  const outcome = await sendWith(async ({ beforeClick }) => {
    await beforeClick();
    return { outcome: 'failed', reason: 'Try again later.', blocked: true };
  });
  assert.deepEqual(outcome, { outcome: 'failed', reason: 'Try again later.', blocked: true });
});
