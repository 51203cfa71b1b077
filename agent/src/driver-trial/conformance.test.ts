import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import type { Reply, SiteDriver } from '../drivers/driver.ts';
import { createPracticeDriver } from '../drivers/practice.ts';
import { startPracticeSite } from '../testing/practice-site.ts';
import { quietProfile } from '../testing/quiet-profile.ts';
import { checkDriver } from './conformance.ts';
import { startFaultyNetwork } from './faulty-network.ts';
import type { Trial } from './trial.ts';
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
  const writeBack = async (text: string) => {
    await site.turn('POST /incoming', { account: 'trial', person: 'anna', text });
    return true;
  };
  const { failures, skipped } = await tryOut(driver, { network, inTab: trial.browser.work, writeBack });
  assert.deepEqual([failures, skipped], [[], []]);
  const arrived = (await site.recordOf('trial')).map(({ person, text }) => [person, text.split('\n')[0]]);
  assert.deepEqual(arrived.slice(0, 2), [
    ['anna', 'Trial 7: as written 🕊️'],
    ['anna', 'Trial 7: as written 🕊️'],
  ]);
});

test('a correct driver passes on a site that loses messages', async () => {
  const { failures, skipped } = await tryOut(sampleDriver({}));
  assert.deepEqual(failures, []);
  assert.equal(skipped.length, 8);
  assert.equal(skipped[0], 'a reply is read: The driver does not read replies.');
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
    const { failures } = await tryOut(sampleDriver(faults));
    for (const one of found)
      assert.ok(
        failures.some((failure) => failure.startsWith(one)),
        failures.join('\n'),
      );
  });
}

const REPLY_FAULTS: [fault: ReplyFault, found: string][] = [
  ['deaf', 'a reply is read: readReplies gave 0 replies, and not this one.'],
  ['stranger', 'a reply has its person and its text: It is of boris, not of anna.'],
  ['own', "the account's own messages are no replies: 1 of them were read as replies."],
  ['forgetful', 'what was read already is not read again: A reply of the moment itself was read.'],
  ['restless', 'a second reading gives the same replies: Its replies have other times, texts or ids.'],
  ['reading', 'nothing becomes read by reading replies: 1 threads were unread before, and 0 after it.'],
  [
    'hopeful',
    'replies that do not load are not taken for none: Without a connection readReplies gave 0 replies.',
  ],
  ['late', 'the thread says what the person replied: It is not among the replies of openThread.'],
];

test('a driver that reads replies wrongly does not pass, and one that reads them rightly does', async () => {
  assert.deepEqual(await tryOut(...hearingDriver()), { failures: [], skipped: [] });
  for (const [fault, found] of REPLY_FAULTS)
    assert.deepEqual((await tryOut(...hearingDriver(fault))).failures, [found], fault);
});

type ReplyFault = 'deaf' | 'stranger' | 'own' | 'forgetful' | 'restless' | 'reading' | 'hopeful' | 'late';

/** The sample site with a person who replies. */
function hearingDriver(fault?: ReplyFault): [SiteDriver, typeof SAMPLE] {
  const driver = sampleDriver({});
  const written: Reply[] = [];
  const own = { person: 'anna', at: new Date(), text: 'Trial 7: as written', siteId: 'own' };
  let unread = 0;
  const read: SiteDriver['readReplies'] = async (_page, { since }) => {
    if (isAway && fault !== 'hopeful') throw new Error('Nothing loaded.');
    if (fault === 'reading') unread = 0;
    const replies = [...(fault === 'own' ? [own] : []), ...written]
      .filter(({ at }) => fault !== 'deaf' && !isAway && (fault === 'forgetful' || at > since))
      .map((one) => ({ ...one, ...(fault === 'restless' && { siteId: randomUUID() }) }));
    return { replies, readTo: new Date() };
  };
  const hearing: SiteDriver = {
    ...driver,
    countUnread: async () => unread,
    readReplies: read,
    async openThread(page, request) {
      const opened = await driver.openThread(page, request);
      return opened.state === 'open' ? { ...opened, replies: fault === 'late' ? [] : written } : opened;
    },
  };
  const writeBack = async (text: string) => {
    written.push({ person: fault === 'stranger' ? 'boris' : 'anna', at: new Date(), text, siteId: '1' });
    unread = 1;
    return true;
  };
  return [hearing, { ...SAMPLE, writeBack }];
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
    sendsWithoutBox: true,
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
const SAMPLE: Pick<Trial, 'network' | 'inTab' | 'writeBack'> = {
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

async function tryOut(driver: SiteDriver, where = SAMPLE) {
  const failures: string[] = [];
  const skipped: string[] = [];
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
    ({ title, failure, skipped: reason }) => {
      if (failure !== undefined) failures.push(`${title}: ${failure}`);
      if (reason !== undefined) skipped.push(`${title}: ${reason}`);
    },
  );
  assert.equal(isGood, failures.length === 0);
  return { failures, skipped };
}
