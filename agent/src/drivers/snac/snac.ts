import type { Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../../clock.ts';
import type { DriverOptions, OpenedThread, SendOutcome, SiteDriver } from '../driver.ts';
import { originsOf } from '../secret-place.ts';
import { callSnac, type SnacAnswer } from './call-snac.ts';
import { countCopies, type Post, type Wanted } from './messages.ts';
import { findReplies } from './replies.ts';
import { requireAccount, visitSnac } from './sign-in.ts';
import { countUnreadPeople } from './unread.ts';
import { writeAsText } from './write-as-text.ts';

/** The content of snac.json. */
interface SnacSettings {
  /** The address of the server. */
  address: string;
  /** How long the driver looks for a message in the server's record when its answer was lost. */
  confirm_seconds: number;
}

export const settingsSchema = {
  type: 'object',
  properties: {
    address: { type: 'string', pattern: '^https?://' },
    confirm_seconds: { type: 'integer', minimum: 1, maximum: 120, default: 60 },
  },
  required: ['address'],
  additionalProperties: false,
};

const AT_THREAD_MOST = 20;

// Refused before anything was kept. Another status, such as a proxy's 504, says nothing about the message.
const REFUSED = new Set([400, 401, 403, 404, 405, 410, 413, 422, 429]);

/**
 * The driver for the members of a server that runs snac (the Fediverse), over its interface for programs. The server's
 * own record proves a sending: it has the message under the account, addressed to the one person.
 */
export function createDriver({
  settings,
  TimeoutError,
  clock = systemClock,
}: Pick<DriverOptions<SnacSettings>, 'settings' | 'TimeoutError'> & {
  clock?: Clock;
}): Required<SiteDriver> {
  const address = settings.address.replace(/\/*$/, '/');
  const domain = new URL(address).host;
  /** The thread of each tab, as `openThread` found it. */
  const threads = new WeakMap<Page, Omit<Wanted, 'text'>>();

  return {
    name: 'snac',
    home: address,
    origins: originsOf(address),
    sendsWithoutBox: true,

    async openThread(page, { person, message, signIn }): Promise<OpenedThread> {
      const name = toMember(person, domain);
      if (name === undefined) {
        const reason = `"${person}" is no member of ${domain}, and snac does not say whether another server took a message.`;
        return { state: 'not_found', reason };
      }
      const visited = await visitSnac({ page, address, signIn });
      if (visited.state !== 'signed_in') return visited;
      const { token, own } = visited;
      const url = `${address}api/v1/accounts/lookup?${new URLSearchParams({ acct: name })}`;
      const answer = await callSnac(page, { method: 'GET', url, token });
      if (answer?.status === 404) return { state: 'not_found' };
      const found = requireAccount(answer, address);
      if (found.username.toLowerCase() !== name) {
        throw new Error(`The server showed ${found.username} for ${name}.`);
      }
      const thread = { address, token, own: own.url, person: found.url };
      const text = toPost(name, message);
      const sent = await page.evaluate(countCopies, { ...thread, text, moreThan: -1 });
      if (!sent) throw new Error('The server did not show what the account has sent.');
      const { copies, lastAt = 0 } = sent;
      threads.set(page, { ...thread, moreThan: copies });
      const all = await findReplies({ page, address, token, own: own.url, since: new Date(lastAt) });
      const replies = all.filter((reply) => reply.person.includes(name)).slice(-AT_THREAD_MOST);
      return { state: 'open', copies, replies };
    },

    async send(page, { person, message, beforeClick }): Promise<SendOutcome> {
      const thread = threads.get(page);
      if (!thread) throw new Error('The thread was not opened.');
      const text = toPost(toMember(person, domain) ?? person, message);
      if (!(await beforeClick())) return { outcome: 'failed', reason: 'Held back just before the click.' };
      const body = { status: text, visibility: 'direct' };
      const url = `${address}api/v1/statuses`;
      const answer = await callSnac(page, { method: 'POST', url, token: thread.token, body });
      if (answer && REFUSED.has(answer.status)) return describeRefusal(answer);
      const post = (answer?.status === 200 ? answer.body : undefined) as Partial<Post> | undefined;
      if (post?.mentions?.length === 0) {
        return { outcome: 'not_found', reason: 'snac addressed the message to nobody.' };
      }
      return (await appears(page, { ...thread, text })) ? { outcome: 'sent' } : UNSURE;
    },

    async countUnread(page, { signIn }) {
      const visited = await visitSnac({ page, address, signIn });
      if (visited.state !== 'signed_in') throw new Error(visited.reason);
      return countUnreadPeople(page, address, visited.token);
    },

    async readReplies(page, { since, most, signIn }) {
      const visited = await visitSnac({ page, address, signIn });
      if (visited.state !== 'signed_in') throw new Error(visited.reason);
      const { token, own } = visited;
      const now = clock.now();
      const all = await findReplies({ page, address, token, own: own.url, since });
      const replies = all.slice(0, most);
      const isCut = replies.length < all.length;
      return { replies, readTo: (isCut && replies.at(-1)?.at) || now, ...(isCut && { isCut }) };
    },
  };

  /** Whether the record gets more copies than before the click. */
  async function appears(page: Page, wanted: Wanted): Promise<boolean> {
    const timeout = settings.confirm_seconds * 1000;
    try {
      await page.waitForFunction(countCopies, { timeout, polling: 500 }, wanted);
      return true;
    } catch (error) {
      if (error instanceof TimeoutError) return false;
      throw error;
    }
  }
}

const UNSURE: SendOutcome = {
  outcome: 'unknown',
  reason: 'The server did not answer, and its record does not show the message.',
};

function describeRefusal({ status, words }: SnacAnswer): SendOutcome {
  const reason = `The server refused the message: ${words || status}`.replace(/\.?$/, '.');
  if (status === 429) return { outcome: 'failed', reason, blocked: true };
  if (status === 401) return { outcome: 'failed', reason, signed_out: true };
  return { outcome: 'failed', reason };
}

/** The name on the server; undefined for people of other servers. */
function toMember(person: string, domain: string): string | undefined {
  const [name = '', server = domain] = person.split('@');
  return server.toLowerCase() === domain.toLowerCase() ? name.toLowerCase() : undefined;
}

/** A message is addressed by its first word. */
function toPost(name: string, message: string): string {
  return `@${name} ${writeAsText(message)}`;
}
