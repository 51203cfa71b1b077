import type { Page } from 'puppeteer-core';
import type { ReadReplies, Reply } from '../driver.ts';
import { type ArchivedMessage, readArchive } from './archive.ts';

interface Account {
  own: string;
  /** The domain of people that are written without one. */
  domain: string;
}

const TEXT_MAX = 2000;
const AT_THREAD_MOST = 20;
// Older messages of a thread are not read. For the copies that can only make a later count lower, which proves nothing.
const THREAD_PAGES = 20;
// The next reading goes on where they end.
const READING_PAGES = 40;

const ENCRYPTED = new Set([
  'eu.siacs.conversations.axolotl',
  'jabber:x:encrypted',
  'urn:xmpp:eme:0',
  'urn:xmpp:omemo:1',
  'urn:xmpp:omemo:2',
]);
// What carries a body only for programs that do not know it, and what a group chat sends on a member's behalf.
const NO_REPLY = new Set([
  'http://jabber.org/protocol/muc#user',
  'jabber:x:conference',
  'urn:xmpp:fasten:0',
  'urn:xmpp:message-retract:0',
  'urn:xmpp:message-retract:1',
  'urn:xmpp:reactions:0',
]);

/** The copies of a text in a thread, and what the person wrote since the account's own last message. */
export async function readThread(
  page: Page,
  { own, domain, person, text }: Account & { person: string; text: string },
): Promise<{ copies: number; replies: Reply[] }> {
  const bodyMax = Math.max(text.length, TEXT_MAX);
  const query = { own, person, from: 'newest', pages: THREAD_PAGES, bodyMax } as const;
  const { messages } = await readArchive(page, query);
  const cameBack = new Set(messages.filter(({ type }) => type === 'error').map(({ id }) => id));
  const isOwn = ({ from, id, body }: ArchivedMessage) =>
    from === own.toLowerCase() && body !== null && !cameBack.has(id);
  const theirs = messages.slice(messages.findLastIndex(isOwn) + 1);
  return {
    copies: messages.filter((message) => isOwn(message) && message.body === text).length,
    replies: toReplies(theirs, { own, domain }).slice(-AT_THREAD_MOST),
  };
}

/** What people wrote to the account since a moment, in all threads at once. */
export async function readReplies(
  page: Page,
  { own, domain, since, most, now }: Account & { since: Date; most: number; now: Date },
): Promise<ReadReplies> {
  const start = since.toISOString();
  const query = { own, start, from: 'oldest', pages: READING_PAGES, bodyMax: TEXT_MAX } as const;
  const { messages, isWhole } = await readArchive(page, query);
  const all = toReplies(messages, { own, domain }).filter(({ at }) => at > since);
  const replies = all.slice(0, most);
  if (replies.length < all.length) return { replies, readTo: replies.at(-1)?.at ?? since, isCut: true };
  if (isWhole) return { replies, readTo: now };
  const last = messages.findLast(({ stamp }) => !Number.isNaN(Date.parse(stamp)));
  return { replies, readTo: new Date(last?.stamp ?? since), isCut: true };
}

function toReplies(messages: ArchivedMessage[], { own, domain }: Account): Reply[] {
  return messages
    .filter((message) => message.from !== own.toLowerCase() && isWrittenByPerson(message))
    .map(({ from, stamp, body, holds, siteId }) => {
      const isEncrypted = holds.some((namespace) => ENCRYPTED.has(namespace ?? ''));
      const text = isEncrypted ? '' : (body ?? '').trim().slice(0, TEXT_MAX);
      return {
        person: namesOf(from, domain),
        at: new Date(stamp),
        // A character outside of the basic plane may be cut in two.
        text: text.replace(/[\ud800-\udbff]$/, ''),
        siteId,
      };
    });
}

/** Servers speak without the part before the @, and a carbon copy comes from the account itself. */
function isWrittenByPerson({ from, type, body, holds, stamp }: ArchivedMessage): boolean {
  return (
    (type === 'chat' || type === 'normal') &&
    from.includes('@') &&
    (body !== null || holds.some((namespace) => namespace === 'urn:xmpp:eme:0')) &&
    !holds.some((namespace) => NO_REPLY.has(namespace ?? '')) &&
    !Number.isNaN(Date.parse(stamp))
  );
}

/** An address in each form in which a list may have it. */
function namesOf(address: string, domain: string): string[] {
  const [name = '', server] = address.split('@');
  return server === domain.toLowerCase() ? [address, name] : [address];
}
