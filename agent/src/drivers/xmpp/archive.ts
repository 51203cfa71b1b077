import type { Page } from 'puppeteer-core';
import type { Bounce, Converse } from './converse-page.ts';

interface Thread {
  /** The address of the account. */
  own: string;
  /** The address of the person. */
  person: string;
}

const PAGE_SIZE = 50;
// Older messages are not counted. That can only make a later count lower, which proves nothing.
const PAGES = 20;

/** The number of one's own messages with exactly this text that the server keeps for the thread. */
export function countCopies(page: Page, wanted: Thread & { text: string }): Promise<number> {
  return page.evaluate(countInPage, { ...wanted, pageSize: PAGE_SIZE, pages: PAGES });
}

/** Runs in the page. */
async function countInPage(
  wanted: Thread & { text: string; pageSize: number; pages: number },
): Promise<number> {
  const { own, person, text, pageSize, pages } = wanted;
  const { api } = window.pigeonpost.converse as Converse;
  if (!(await api.disco.supports(String(window.converse.env.Strophe.NS.MAM), own))) {
    throw new Error(
      'The chat server keeps no archive (XEP-0313) for this account: without one no message is sure.',
    );
  }
  const messages: Element[] = [];
  let rsm: object = { before: '', max: pageSize };
  for (let read = 0; read < pages; read++) {
    const found = await api.archive.query({ mam: { with: person }, rsm });
    if (found.error) throw new Error('The chat server did not show its archive.');
    for (const result of found.messages) {
      const message = result.querySelector('forwarded > message');
      if (message) messages.push(message);
    }
    if (found.complete || !found.rsm) break;
    rsm = { ...found.rsm.previous(pageSize).query };
  }
  const isError = (message: Element) => message.getAttribute('type') === 'error';
  const cameBack = new Set(messages.filter(isError).map((message) => message.getAttribute('id')));
  return messages.filter((message) => {
    const from = message.getAttribute('from')?.split('/')[0]?.toLowerCase();
    const body = message.querySelector(':scope > body')?.textContent;
    return from === own.toLowerCase() && body === text && !cameBack.has(message.getAttribute('id'));
  }).length;
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
