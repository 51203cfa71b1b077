import type { Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../../clock.ts';
import type { DriverOptions, OpenedThread, SendOutcome, SiteDriver } from '../driver.ts';
import { originsOf } from '../secret-place.ts';
import { findAnswer, findBounce, sendChatState } from './archive.ts';
import { compose, isThreadShown, press, showThread } from './composer.ts';
import { connect } from './connect.ts';
import type { Bounce } from './converse-page.ts';
import { readReplies, readThread } from './replies.ts';
import { countUnreadThreads } from './unread.ts';

/** The content of xmpp.json. */
interface XmppSettings {
  /** The address of the page that runs Converse. */
  address: string;
  /** The domain of accounts that are written without one. */
  domain: string;
  /** How long the driver looks for a message in the server's archive after the press. */
  confirm_seconds: number;
  /** How long a message to another server may take to be returned. */
  bounce_seconds: number;
}

export const settingsSchema = {
  type: 'object',
  properties: {
    address: { type: 'string', pattern: '^https?://' },
    domain: { type: 'string', pattern: '^[^\\s@/]+$' },
    confirm_seconds: { type: 'integer', minimum: 1, maximum: 120, default: 60 },
    bounce_seconds: { type: 'integer', minimum: 1, maximum: 45, default: 10 },
  },
  required: ['address', 'domain'],
  additionalProperties: false,
};

// A part after a slash would be one client of the person.
const ADDRESS = /^[^@/\s]+@[^@/\s]+$/;
const OPEN_LIMIT_MS = 30_000;
const POLL = { polling: 500 };

// A server does not distinguish an account that does not exist from one that is closed to the sender.
const NOBODY = new Set([
  'gone',
  'item-not-found',
  'jid-malformed',
  'remote-server-not-found',
  'service-unavailable',
]);
const SAYS_STOP = new Set(['policy-violation', 'resource-constraint']);
const REFUSED = new Set([
  'bad-request',
  'forbidden',
  'not-acceptable',
  'not-allowed',
  'not-authorized',
  'recipient-unavailable',
  'registration-required',
  'subscription-required',
]);

/**
 * The driver for chat servers (XMPP), through a page that runs Converse. Only the server's archive proves a sending
 * (XEP-0313), because Converse shows a message before it has left.
 */
export function createDriver({
  settings,
  TimeoutError,
  clock = systemClock,
}: Pick<DriverOptions<XmppSettings>, 'settings' | 'TimeoutError'> & {
  clock?: Clock;
}): Required<Omit<SiteDriver, 'sendsWithoutBox'>> {
  const { address, domain } = settings;
  /** The account of each tab, as `openThread` found it. */
  const accounts = new WeakMap<Page, string>();

  return {
    name: 'xmpp',
    home: address,
    origins: originsOf(address),

    async openThread(page, { person, message, isAfterClick, signIn }): Promise<OpenedThread> {
      const to = toAddress(person, domain);
      if (!ADDRESS.test(to))
        return { state: 'not_found', reason: `"${person}" is no address of a chat server.` };
      const connected = await connect({ page, address, domain, signIn, TimeoutError });
      if (connected.state !== 'connected') return connected;
      const { own } = connected;
      accounts.set(page, own);
      await page.evaluate(showThread, to);
      await page.waitForFunction(isThreadShown, { timeout: OPEN_LIMIT_MS, ...POLL }, to);
      const thread = await readThread(page, { own, domain, person: to, text: asSent(message) });
      if (isAfterClick && thread.copies > 0) await requireReachable(page, { own, to });
      return { state: 'open', ...thread };
    },

    async send(page, { person, message, beforeClick }): Promise<SendOutcome> {
      const own = accounts.get(page);
      if (own === undefined) throw new Error('The thread was not opened.');
      const to = toAddress(person, domain);
      const text = asSent(message);
      if (text.startsWith('/'))
        return obstructed('Converse reads a message that begins with / as a command.');
      if ((await page.evaluate(compose, { person: to, text })) !== text) {
        await page.evaluate(compose, { person: to, text: '' });
        return obstructed('Converse would not send the message as it is written.');
      }
      if (!(await beforeClick())) {
        await page.evaluate(compose, { person: to, text: '' });
        return { outcome: 'failed', reason: 'Held back just before the click.' };
      }
      if (!(await page.evaluate(press, { person: to, text }))) {
        return obstructed('The connection was lost or the message changed just before the click.');
      }
      const timeout = settings.confirm_seconds * 1000;
      try {
        const found = await page.waitForFunction(findAnswer, { timeout, ...POLL }, { own, person: to });
        const answer = await found.jsonValue();
        const bounce = (answer ? answer.bounce : undefined) ?? (await awaitBounce(page, { own, to }));
        return bounce ? describeBounce(bounce) : { outcome: 'sent' };
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        return { outcome: 'unknown', reason: 'The archive of the chat server does not show the message.' };
      }
    },

    async countUnread(page, { signIn }) {
      const connected = await connect({ page, address, domain, signIn, TimeoutError });
      if (connected.state !== 'connected') throw new Error(connected.reason);
      return countUnreadThreads(page);
    },

    async readReplies(page, { since, most, signIn }) {
      const connected = await connect({ page, address, domain, signIn, TimeoutError });
      if (connected.state !== 'connected') throw new Error(connected.reason);
      return readReplies(page, { own: connected.own, domain, since, most, now: clock.now() });
    },
  };

  /** The archive also keeps messages to accounts that do not exist, and no server keeps the returned ones. */
  async function requireReachable(page: Page, { own, to }: { own: string; to: string }): Promise<void> {
    await page.evaluate(sendChatState, to);
    if ((await page.evaluate(findBounce)) || (await awaitBounce(page, { own, to }))) {
      throw new Error(`The chat server sends back what is meant for ${to}: what is kept proves nothing.`);
    }
  }

  /** A message to another server is returned only after that one was asked. */
  async function awaitBounce(
    page: Page,
    { own, to }: { own: string; to: string },
  ): Promise<Bounce | undefined> {
    if (domainOf(own) === domainOf(to)) return undefined;
    try {
      const timeout = settings.bounce_seconds * 1000;
      const found = await page.waitForFunction(findBounce, { timeout, ...POLL });
      return (await found.jsonValue()) || undefined;
    } catch (error) {
      if (error instanceof TimeoutError) return undefined;
      throw error;
    }
  }
}

function obstructed(reason: string): SendOutcome {
  return { outcome: 'failed', reason, obstacle: true };
}

function describeBounce({ condition, words }: Bounce): SendOutcome {
  if (NOBODY.has(condition)) return { outcome: 'not_found' };
  const reason = `The chat server sent the message back: ${words || condition}`.replace(/\.?$/, '.');
  if (SAYS_STOP.has(condition)) return { outcome: 'failed', reason, blocked: true };
  return { outcome: REFUSED.has(condition) ? 'failed' : 'unknown', reason };
}

/** Converse trims a message, and a text area has line feeds only. */
function asSent(message: string): string {
  return message.replace(/\r\n?/g, '\n').trim();
}

function toAddress(person: string, domain: string): string {
  return (person.includes('@') ? person : `${person}@${domain}`).toLowerCase();
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1).toLowerCase();
}
