import { type Page, TimeoutError } from 'puppeteer-core';
import { systemClock } from '../clock.ts';
import type { OpenedThread, OutgoingMessage, SendOutcome, SiteDriver, ThreadRequest } from './driver.ts';
import { readReplies, repliesSinceOwn } from './practice-replies.ts';
import { openSignedIn } from './practice-sign-in.ts';

const CONFIRM_WITHIN_MS = 60_000;
const OWN_MESSAGES = '#messages .mine .text';
const ANSWERED = '#status:is([data-state="sent"], [data-state="refused"], [data-state="unconfirmed"])';
const LIMITED = '#try-again-later[open]';
const LIMITED_REASON = 'The site says: Try again later.';

interface PracticeDriverOptions {
  /** The address of the practice inbox. */
  url: string;
  /** Milliseconds to wait for the site's answer after the click. */
  confirmWithinMs?: number;
}

/** The driver for the practice inbox, and the example for other drivers. */
export function createPracticeDriver({
  url,
  confirmWithinMs = CONFIRM_WITHIN_MS,
}: PracticeDriverOptions): Required<Omit<SiteDriver, 'sendsWithoutBox'>> {
  return {
    name: 'practice',
    home: url,
    // An account there has no password.
    origins: [],
    openThread: (page, request) => openThread({ page, url, request }),
    send: (page, message) => send({ page, message, confirmWithinMs }),
    async countUnread(page, { signIn }) {
      const signedOut = await openSignedIn({ page, address: new URL('/', url), signIn });
      if (signedOut) throw new Error(signedOut);
      // The badge comes late: until the page has counted, a missing badge proves nothing.
      const badge = await page.waitForSelector('#unread[aria-busy="false"]');
      return Number(await badge?.evaluate((element) => element.getAttribute('data-count')));
    },
    readReplies: (page, request) => readReplies({ ...request, page, url, now: systemClock.now() }),
  };
}

async function openThread({
  page,
  url,
  request: { person, message, signIn },
}: {
  page: Page;
  url: string;
  request: ThreadRequest;
}): Promise<OpenedThread> {
  const address = new URL(`/direct/${encodeURIComponent(person)}`, url);
  const signedOut = await openSignedIn({ page, address, signIn });
  if (signedOut) return { state: 'signed_out', reason: signedOut };
  await page.waitForSelector(`#thread, #not-found, ${LIMITED}`);
  if (await page.$(LIMITED)) return { state: 'blocked', reason: LIMITED_REASON };
  if (await page.$('#not-found')) return { state: 'not_found' };
  const shown = await personShown(page);
  if (shown !== person) throw new Error(otherThread(shown, person));
  const replies = await repliesSinceOwn(page, person);
  return { state: 'open', copies: await countCopies(page, asComposed(message)), replies };
}

async function personShown(page: Page): Promise<string | null> {
  return page.$eval('#thread', (element) => element.getAttribute('data-person'));
}

function otherThread(shown: string | null, person: string): string {
  return `The practice inbox showed the thread of ${shown}, not of ${person}.`;
}

async function send({
  page,
  message: { person, message, beforeClick },
  confirmWithinMs,
}: {
  page: Page;
  message: OutgoingMessage;
  confirmWithinMs: number;
}): Promise<SendOutcome> {
  const text = asComposed(message);
  const copies = await countCopies(page, text);
  if ((await compose(page, text)) !== text) {
    const reason = 'The composer did not take the message as it is written.';
    return { outcome: 'failed', reason, obstacle: true };
  }
  if (!(await beforeClick())) {
    await compose(page, '');
    return { outcome: 'failed', reason: 'Held back just before the click.' };
  }
  const shown = await personShown(page);
  if (shown !== person) return { outcome: 'failed', reason: otherThread(shown, person), obstacle: true };
  await page.click('#send');
  if (!(await hasAnswered(page, confirmWithinMs))) {
    return { outcome: 'unknown', reason: 'The practice inbox did not confirm the message in time.' };
  }
  return readOutcome({ page, text, copies });
}

async function hasAnswered(page: Page, withinMs: number): Promise<boolean> {
  try {
    await page.waitForSelector(ANSWERED, { timeout: withinMs });
    return true;
  } catch (error) {
    if (error instanceof TimeoutError) return false;
    throw error;
  }
}

async function readOutcome({
  page,
  text,
  copies,
}: {
  page: Page;
  text: string;
  copies: number;
}): Promise<SendOutcome> {
  if (await page.$(LIMITED)) return { outcome: 'failed', reason: LIMITED_REASON, blocked: true };
  const { state, refusal, said } = await page.$eval('#status', (element) => ({
    state: element.getAttribute('data-state'),
    refusal: element.getAttribute('data-refusal'),
    said: element.textContent ?? '',
  }));
  if (state === 'refused') return toRefused(refusal, said);
  if (state === 'sent' && (await countCopies(page, text)) > copies) return { outcome: 'sent' };
  return { outcome: 'unknown', reason: said };
}

function toRefused(refusal: string | null, reason: string): SendOutcome {
  if (refusal === 'not_found') return { outcome: 'not_found' };
  return { outcome: 'failed', reason, ...(refusal === 'signed_out' && { signed_out: true }) };
}

/** Puts the whole text into the composer and returns the composer's value. */
async function compose(page: Page, text: string): Promise<string> {
  return page.$eval(
    '#text',
    (element, value) => {
      const composer = element as HTMLTextAreaElement;
      composer.focus();
      composer.value = value;
      composer.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
      return composer.value;
    },
    text,
  );
}

async function countCopies(page: Page, text: string): Promise<number> {
  return page.$$eval(
    OWN_MESSAGES,
    (elements, wanted) => elements.filter((element) => element.textContent === wanted).length,
    text,
  );
}

// A text area has line feeds only.
function asComposed(message: string): string {
  return message.replace(/\r\n?/g, '\n');
}
