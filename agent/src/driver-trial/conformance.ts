import type { Page } from 'puppeteer-core';
import { settlesWithin } from '../clock.ts';
import type { SendOutcome } from '../drivers/driver.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { replyCases } from './reply-cases.ts';
import { type Case, expect, Failure, open, Skipped, type Trial, text } from './trial.ts';

/** Title and, if it failed or says nothing of this driver, the reason as a sentence. */
interface CaseResult {
  title: string;
  seconds: number;
  failure: string | undefined;
  skipped: string | undefined;
}

const SEND_LIMIT_MS = 3 * 60_000;
const SLOW_MS = 1_000;
const DRAFT = 'Sorry for the late answer, ';

/**
 * Tries a driver on each known cause of a second or a lost message (docs/site-drivers.md#checking-a-driver), and
 * reports each result as it comes.
 */
export async function checkDriver(trial: Trial, tell: (result: CaseResult) => void): Promise<boolean> {
  let isGood = true;
  for (const { title, run } of [...CASES, ...replyCases(trial.clock.now())]) {
    const begun = trial.clock.monotonic();
    const error = await run(trial).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    trial.network.delay(0);
    trial.network.mend();
    const skipped = error instanceof Skipped ? error.message : undefined;
    const failure = error && skipped === undefined ? describeFailure(error) : undefined;
    isGood &&= failure === undefined;
    tell({ title, seconds: (trial.clock.monotonic() - begun) / 1000, failure, skipped });
  }
  return isGood;
}

const CASES: Case[] = [
  {
    title: 'the thread of a person opens',
    async run(trial) {
      const { state } = await open(trial, trial.person, text(trial, 'never sent'));
      expect(state === 'open', `openThread answered '${state}' for ${trial.person}.`);
    },
  },
  {
    title: 'somebody who does not exist is not found',
    async run(trial) {
      const { state } = await open(trial, trial.unknown, text(trial, 'nobody'));
      if (state === 'not_found') return;
      const { outcome } = await send(trial, { person: trial.unknown, message: text(trial, 'nobody') });
      expect(outcome === 'not_found', `openThread answered '${state}' and send '${outcome}'.`);
    },
  },
  {
    title: 'nothing is sent when the click is refused',
    async run(trial) {
      const message = text(trial, 'refused');
      let asked = 0;
      const { outcome } = await send(trial, {
        message,
        beforeClick: async () => {
          asked++;
          return false;
        },
      });
      expect(asked === 1, `beforeClick was awaited ${asked} times instead of once.`);
      expect(outcome === 'failed', `send answered '${outcome}'.`);
      expect((await copies(trial, message)) === 0, 'The message was sent anyway.');
    },
  },
  {
    title: 'a draft that comes into the box after the grant is not sent',
    async run(trial) {
      if (trial.driver.sendsWithoutBox) return;
      const message = text(trial, 'changed');
      let hasBox = false;
      const { outcome } = await send(trial, {
        message,
        beforeClick: async (page) => {
          hasBox = await page.evaluate(changeBoxes, DRAFT);
          return hasBox;
        },
      });
      if (!hasBox) throw new Skipped('It writes in no box of the page that can be looked at.');
      expect(outcome === 'failed', `send answered '${outcome}'.`);
      for (const sent of [message, DRAFT, `${message}${DRAFT}`])
        expect((await copies(trial, sent)) === 0, 'Something was sent.');
    },
  },
  {
    title: 'a message is sent as it is written, and counted once',
    async run(trial) {
      const message = text(trial, 'as written');
      expect((await copies(trial, message)) === 0, 'A message that was never sent is counted.');
      const { outcome } = await send(trial, { message });
      expect(outcome === 'sent', `send answered '${outcome}'.`);
      expect((await copies(trial, message)) === 1, 'openThread does not count it once.');
    },
  },
  {
    title: 'the same text a second time is sent and counted',
    async run(trial) {
      const message = text(trial, 'as written');
      const before = await copies(trial, message);
      const { outcome } = await send(trial, { message });
      expect(outcome === 'sent', `send answered '${outcome}'.`);
      expect((await copies(trial, message)) === before + 1, 'openThread does not count one more.');
    },
  },
  {
    title: 'a history that loads late is counted whole',
    async run(trial) {
      const message = text(trial, 'as written');
      const before = await copies(trial, message);
      trial.network.delay(SLOW_MS);
      expect((await copies(trial, message)) === before, 'On a slow line openThread counts less or more.');
    },
  },
  {
    title: 'a slow page is no reason to guess',
    async run(trial) {
      await judgeByThread(trial, 'slow page', () => trial.network.delay(SLOW_MS));
    },
  },
  {
    title: 'a connection that is lost at the click is no reason to guess',
    async run(trial) {
      await judgeByThread(trial, 'lost connection', () => trial.network.cut());
    },
  },
  {
    title: 'an answer that is lost after the click is no reason to guess',
    async run(trial) {
      await judgeByThread(trial, 'lost answer', () => trial.network.mute());
    },
  },
  {
    title: 'a connection that breaks before the answer is no reason to send again',
    async run(trial) {
      await judgeByThread(trial, 'broken connection', () => trial.network.breakAnswers());
    },
  },
  {
    title: 'a tab that is closed after the click is no reason to guess',
    async run(trial) {
      const close = (page: Page) => void page.close().catch(() => {});
      await judgeByThread(trial, 'tab closed after', (page) =>
        trial.network.afterNextSend(() => close(page)),
      );
    },
  },
  {
    title: 'somebody who does not exist was not reached when the answer is lost',
    async run(trial) {
      const { unknown: person, network } = trial;
      const message = text(trial, 'nobody, and no answer');
      const before = await open(trial, person, message);
      if (before.state !== 'open') return;
      const beforeClick = async () => {
        network.mute();
        return true;
      };
      const { outcome } = await send(trial, { person, message, beforeClick });
      expect(outcome !== 'sent', "send answered 'sent'.");
      network.mend();
      const after = await open(trial, person, message, true).catch(() => undefined);
      const isCounted = after?.state === 'open' && after.copies > before.copies;
      expect(!isCounted, 'openThread counts a message that nobody got.');
    },
  },
  {
    title: 'what is unread is counted',
    async run({ driver, inTab, signIn }) {
      if (!driver.countUnread) return;
      const count = await inTab((page) => driver.countUnread?.(page, { signIn }) ?? Promise.resolve(0));
      expect(Number.isInteger(count) && count >= 0, `countUnread gave ${count}.`);
    },
  },
];

/** Runs in the page: as a site that restores a draft. Gives whether there was a box with something in it. */
function changeBoxes(draft: string): boolean {
  const boxes = (root: Document | ShadowRoot): Element[] => [
    ...root.querySelectorAll('textarea, input, [contenteditable]'),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? boxes(shadowRoot) : [])),
  ];
  const used = boxes(document).filter(
    (box) => box.checkVisibility() && (('value' in box && box.value) || box.textContent),
  );
  for (const box of used) {
    if ('value' in box) box.value = draft;
    else box.textContent = draft;
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  return used.length > 0;
}

/** Disturbs the browser at the click, and compares the driver's outcome with what the thread then shows. */
async function judgeByThread(trial: Trial, name: string, disturb: (page: Page) => void): Promise<void> {
  const message = text(trial, name);
  const before = await copies(trial, message);
  const { outcome } = await send(trial, {
    message,
    beforeClick: async (page) => {
      disturb(page);
      return true;
    },
  });
  trial.network.delay(0);
  trial.network.mend();
  const arrived = (await copies(trial, message, true)) - before;
  expect(arrived <= 1, `${arrived} messages arrived.`);
  if (outcome === 'sent') expect(arrived === 1, "send answered 'sent', and the thread does not show it.");
  if (outcome === 'failed' || outcome === 'not_found') {
    expect(arrived === 0, `send answered '${outcome}', and the message is in the thread.`);
  }
}

interface Attempt {
  person?: string;
  message: string;
  beforeClick?: (page: Page) => Promise<boolean>;
}

/** Like the agent: opens the thread, then sends in the same tab. */
function send(
  trial: Trial,
  { person = trial.person, message, beforeClick = async () => true }: Attempt,
): Promise<SendOutcome> {
  const { driver, signIn, clock } = trial;
  return trial.inTab(async (page) => {
    const opened = await driver.openThread(page, { person, message, isAfterClick: false, signIn });
    expect(opened.state === 'open', `openThread answered '${opened.state}' for ${person}.`);
    const sending = sendOnce({
      driver,
      page,
      person,
      message,
      beforeClick: () => beforeClick(page),
      onError: () => {},
    });
    const isInTime = await settlesWithin(clock, SEND_LIMIT_MS, sending);
    expect(isInTime, 'send did not come to an end within 3 minutes.');
    return sending;
  });
}

async function copies(trial: Trial, message: string, isAfterClick = false): Promise<number> {
  const opened = await open(trial, trial.person, message, isAfterClick);
  if (opened.state !== 'open') {
    throw new Failure(`openThread answered '${opened.state}' for ${trial.person}.`);
  }
  return opened.copies;
}

function describeFailure(error: Error): string {
  return error instanceof Failure ? error.message : `It threw: ${error.message}`;
}
