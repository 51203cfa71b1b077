import type { Page } from 'puppeteer-core';

const LIMIT_MS = 60_000;

/** The number of threads with unread messages, after all messages that came while offline have arrived. */
export async function countUnreadThreads(page: Page): Promise<number> {
  const counted = await page.waitForFunction(findSteadyCount, { timeout: LIMIT_MS, polling: 1_000 });
  return Number((await counted.jsonValue()) || 0);
}

/** Runs in the page once a second: false until two counts are equal, then the count as text. */
async function findSteadyCount(): Promise<string | false> {
  const { converse } = window.pigeonpost;
  if (!converse) return false;
  const { api, session } = converse;
  await api.waitUntil('chatBoxesFetched');
  // The server answers in order: messages that it kept for this account arrive before this answer.
  await api.archive.query({ rsm: { before: '', max: 1 } });
  const chats = await api.chatboxes.get();
  await Promise.all(chats.map(({ msg_chain }) => msg_chain));
  const count = chats.filter(
    (chat) => chat.get('type') === 'chatbox' && Number(chat.get('num_unread')) > 0,
  ).length;
  const before = window.pigeonpost.unread;
  window.pigeonpost.unread = count;
  return before === count && session.get('bare_jid') !== undefined && String(count);
}
