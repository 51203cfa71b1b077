import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { createPracticeDriver } from '../drivers/practice.ts';
import { startPracticeSite } from '../testing/practice-site.ts';
import { quietProfile } from '../testing/quiet-profile.ts';
import { checkDriver, type Trial } from './conformance.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import { startTrialBrowser } from './trial-browser.ts';

test('the practice driver passes', async (t) => {
  const profilePath = await mkdtemp(join(tmpdir(), 'trial-profile-'));
  t.after(() => rm(profilePath, { recursive: true, force: true, maxRetries: 10 }));
  await quietProfile(profilePath);
  const site = await startPracticeSite();
  t.after(() => site.close());
  await site.turn('PUT /unknown/nobody');
  await using network = await startFaultyNetwork(systemClock);
  const env = { ...process.env, HOME: profilePath };
  await using trial = await startTrialBrowser({ profilePath, show: false, env, proxyPort: network.port });
  const driver = createPracticeDriver({ url: site.url, confirmWithinMs: 3_000 });
  assert.deepEqual(await failuresOf(driver, { network, inTab: trial.browser.work }), []);
  const arrived = (await site.recordOf('trial')).map(({ person, text }) => [person, text.split('\n')[0]]);
  assert.deepEqual(arrived.slice(0, 2), [
    ['anna', 'Trial 7: as written 🕊️'],
    ['anna', 'Trial 7: as written 🕊️'],
  ]);
});

test('a correct driver passes on a site that loses messages', async () => {
  assert.deepEqual(await failuresOf(sampleDriver({})), []);
});

const FAULTS: [fault: Faults, found: string[]][] = [
  [{ presses: 'unasked' }, ['nothing is sent when the click is refused: beforeClick was awaited 0 times']],
  [{ presses: 'refused' }, ['nothing is sent when the click is refused: The message was sent anyway.']],
  [
    { presses: 'again' },
    [
      'an answer that is lost after the click is no reason to guess: 2 messages arrived.',
      'a connection that breaks before the answer is no reason to send again: 2 messages arrived.',
    ],
  ],
  [
    { believes: 'silence' },
    [
      "a connection that is lost at the click is no reason to guess: send answered 'sent', and the thread does not show it.",
      "a tab that is closed after the click is no reason to guess: send answered 'sent', and the thread does not show it.",
    ],
  ],
  [
    { counts: 'none' },
    [
      'a message is sent as it is written, and counted once: openThread does not count it once.',
      'the same text a second time is sent and counted: openThread does not count one more.',
    ],
  ],
  [
    { finds: 'everybody' },
    ["somebody who does not exist is not found: openThread answered 'open' and send 'sent'."],
  ],
];

for (const [faults, found] of FAULTS) {
  test(`a driver with a fault does not pass: ${JSON.stringify(faults)}`, async () => {
    const failures = await failuresOf(sampleDriver(faults));
    for (const one of found)
      assert.ok(
        failures.some((failure) => failure.startsWith(one)),
        failures.join('\n'),
      );
  });
}

interface Faults {
  presses?: 'unasked' | 'refused' | 'again';
  believes?: 'silence';
  counts?: 'none';
  finds?: 'everybody';
}

/** A site in memory that never answers a press made after the connection or the tab was lost. */
function sampleDriver({ presses, believes, counts, finds }: Faults): SiteDriver {
  const sent: string[] = [];
  return {
    name: 'sample',
    openThread: async (_page, { person, message }) => {
      if (person === 'nobody' && !finds) return { state: 'not_found' };
      return { state: 'open', copies: counts ? 0 : sent.filter((one) => one === message).length };
    },
    send: async (_page, { message, beforeClick }) => {
      const mayPress = presses === 'unasked' || (await beforeClick());
      if (!mayPress && !presses) return { outcome: 'failed', reason: 'Held back.' };
      if (isAway && presses === 'again') sent.push(message, message);
      if (isAway) return believes ? { outcome: 'sent' } : { outcome: 'unknown', reason: 'No answer.' };
      sent.push(message);
      return mayPress ? { outcome: 'sent' } : { outcome: 'failed', reason: 'Held back.' };
    },
  };
}

let isAway = false;
const SAMPLE: Pick<Trial, 'network' | 'inTab'> = {
  network: {
    delay() {},
    cut() {
      isAway = true;
    },
    mute() {
      isAway = true;
    },
    breakAnswers() {
      isAway = true;
    },
    mend() {
      isAway = false;
    },
    afterNextSend(job) {
      job();
    },
  },
  inTab(job) {
    const close = async () => {
      isAway = true;
    };
    return job({ close } as unknown as Page);
  },
};

async function failuresOf(driver: SiteDriver, where = SAMPLE): Promise<string[]> {
  const failures: string[] = [];
  const isGood = await checkDriver(
    {
      ...where,
      driver,
      person: 'anna',
      unknown: 'nobody',
      mark: '7',
      clock: systemClock,
      signIn: async () => ({ insta_username: 'trial', insta_password: '' }),
    },
    ({ title, failure }) => {
      if (failure !== undefined) failures.push(`${title}: ${failure}`);
    },
  );
  assert.equal(isGood, failures.length === 0);
  return failures;
}
