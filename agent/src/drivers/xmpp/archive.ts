import type { Page } from 'puppeteer-core';
import type { Bounce, Converse } from './converse-page.ts';

const PAGE_SIZE = 50;

interface Thread {
  /** The address of the account. */
  own: string;
  /** The address of the person. */
  person: string;
}

interface Query {
  own: string;
  /** The thread of one person. */
  person?: string;
  /** Only what came at this moment or later. */
  start?: string;
  from: 'newest' | 'oldest';
  pages: number;
  /** Longer texts are cut one character later, so that they equal no text of this length. */
  bodyMax: number;
}

export interface ArchivedMessage {
  /** The archive's id. */
  siteId: string;
  /** When the server took it; empty if it does not say. */
  stamp: string;
  /** Without the part after a slash, in small letters. */
  from: string;
  /** The sender's id. */
  id: string | null;
  type: string;
  body: string | null;
  /** The namespaces of what stands beside the body. */
  holds: (string | null)[];
}

interface ArchivePart {
  /** The oldest first. */
  messages: ArchivedMessage[];
  /** Whether nothing is left. */
  isWhole: boolean;
}

/** Reads the server's archive page by page (XEP-0313), which marks nothing as read. */
export function readArchive(page: Page, query: Query): Promise<ArchivePart> {
  return page.evaluate(readInPage, { ...query, pageSize: PAGE_SIZE });
}

/** Runs in the page. */
async function readInPage(query: Query & { pageSize: number }): Promise<ArchivePart> {
  const { own, person, start, from, pages, bodyMax, pageSize } = query;
  const { api } = window.pigeonpost.converse as Converse;
  if (!(await api.disco.supports(String(window.converse.env.Strophe.NS.MAM), own))) {
    throw new Error(
      'The chat server keeps no archive (XEP-0313) for this account: without one no message is sure.',
    );
  }
  const messages: ArchivedMessage[] = [];
  const mam = { ...(person && { with: person }), ...(start && { start }) };
  let rsm: object = { max: pageSize, ...(from === 'newest' && { before: '' }) };
  for (let read = 0; read < pages; read++) {
    const found = await api.archive.query({ mam, rsm });
    if (found.error) throw new Error('The chat server did not show its archive.');
    const came = found.messages.flatMap(describe);
    messages.splice(from === 'newest' ? 0 : messages.length, 0, ...came);
    if (found.complete || !found.rsm || found.messages.length === 0) return { messages, isWhole: true };
    rsm = { ...(from === 'newest' ? found.rsm.previous(pageSize) : found.rsm.next(pageSize)).query };
  }
  return { messages, isWhole: false };

  function describe(stanza: Element): ArchivedMessage[] {
    const result = stanza.querySelector(':scope > result');
    const message = result?.querySelector(':scope > forwarded > message');
    if (!result || !message) return [];
    const body = message.querySelector(':scope > body');
    return [
      {
        siteId: result.getAttribute('id') ?? '',
        stamp: result.querySelector(':scope > forwarded > delay')?.getAttribute('stamp') ?? '',
        from: (message.getAttribute('from')?.split('/')[0] ?? '').toLowerCase(),
        id: message.getAttribute('id'),
        type: message.getAttribute('type') ?? 'normal',
        body: body ? (body.textContent ?? '').slice(0, bodyMax + 1) : null,
        holds: [...message.children].filter((child) => child !== body).map((child) => child.namespaceURI),
      },
    ];
  }
}

/** The server's answer about the last message. */
interface Answer {
  isKept: boolean;
  bounce: Bounce | undefined;
}

/** Runs in the page repeatedly after the press: false until the server has answered. */
export async function findAnswer({ own, person }: Thread): Promise<Answer | false> {
  const { converse, sending, bounces } = window.pigeonpost;
  if (!converse || sending === undefined) return false;
  try {
    if (bounces[sending]) return { isKept: false, bounce: bounces[sending] };
    const found = await converse.api.archive.query({ mam: { with: person }, rsm: { before: '', max: 20 } });
    const isKept = found.messages.some((result) => {
      const message = result.querySelector('forwarded > message');
      const from = message?.getAttribute('from')?.split('/')[0]?.toLowerCase();
      return from === own.toLowerCase() && message?.getAttribute('id') === sending;
    });
    return isKept && { isKept, bounce: bounces[sending] };
  } catch {
    // The connection is gone; Converse opens another one.
    return false;
  }
}

/** Runs in the page: why the last message was returned; false until then. */
export function findBounce(): Bounce | false {
  const { sending, bounces } = window.pigeonpost;
  return (sending !== undefined && bounces[sending]) || false;
}

/**
 * Runs in the page: sends a chat state without text (XEP-0085). It is returned like a message would be, and before the
 * answer to the next query.
 */
export async function sendChatState(person: string): Promise<void> {
  const { pigeonpost, converse } = window;
  const id = `chat-state-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  pigeonpost.sending = id;
  const note = converse.env.$msg({ to: person, type: 'chat', id });
  pigeonpost.converse?.api.send(note.c('active', { xmlns: 'http://jabber.org/protocol/chatstates' }));
  await pigeonpost.converse?.api.archive.query({ rsm: { before: '', max: 1 } });
}
