import type { Page } from 'puppeteer-core';
import type { ReadReplies, RepliesRequest, Reply } from './driver.ts';
import { openSignedIn } from './practice-sign-in.ts';

/** Replies at a thread are the newest of them (docs/site-drivers.md#replies). */
const AT_THREAD_MOST = 20;
const TEXT_MAX = 2000;

interface Reading extends RepliesRequest {
  page: Page;
  url: string;
  now: Date;
}

/** What the person of the shown thread wrote since the account's own last message. */
export async function repliesSinceOwn(page: Page, person: string): Promise<Reply[]> {
  const shown = await readShown(page);
  const ownLast = shown.findLastIndex(({ mine }) => mine);
  return shown
    .slice(ownLast + 1)
    .slice(-AT_THREAD_MOST)
    .map((one) => toReply(person, one));
}

/** Looks into each thread whose person wrote since then. Opening a thread as a person does would mark it as read. */
export async function readReplies({ page, url, now, signIn, since, most }: Reading): Promise<ReadReplies> {
  const signedOut = await openSignedIn({ page, address: new URL('/', url), signIn });
  if (signedOut) throw new Error(signedOut);
  await page.waitForSelector('.threads, .empty');
  const replies: Reply[] = [];
  for (const person of await peopleSince(page, since)) {
    await page.goto(new URL(`/direct/${encodeURIComponent(person)}?peek`, url).href);
    await page.waitForSelector('#thread');
    const theirs = (await readShown(page)).filter(({ mine }) => !mine);
    replies.push(...theirs.map((one) => toReply(person, one)).filter(({ at }) => at > since));
  }
  replies.sort((a, b) => a.at.getTime() - b.at.getTime());
  const kept = replies.slice(0, most);
  const isCut = kept.length < replies.length;
  return { replies: kept, readTo: (isCut && kept.at(-1)?.at) || now, ...(isCut && { isCut }) };
}

/** From the list of threads: the people whose newest message is later. */
async function peopleSince(page: Page, since: Date): Promise<string[]> {
  const rows = await page.$$eval('.threads > li', (elements) =>
    elements.map((row) => ({
      person: row.getAttribute('data-person') ?? '',
      at: row.querySelector('time')?.dateTime ?? '',
    })),
  );
  return rows.filter(({ at }) => at !== '' && new Date(at) > since).map(({ person }) => person);
}

interface ShownMessage {
  id: string;
  mine: boolean;
  at: string;
  text: string;
}

function readShown(page: Page): Promise<ShownMessage[]> {
  return page.$$eval('#messages > .message', (elements) =>
    elements.map((element) => ({
      id: element.getAttribute('data-id') ?? '',
      mine: element.classList.contains('mine'),
      at: element.querySelector('time')?.dateTime ?? '',
      text: element.querySelector('.text')?.textContent ?? '',
    })),
  );
}

function toReply(person: string, { id, at, text }: ShownMessage): Reply {
  return { person, at: new Date(at), text: text.slice(0, TEXT_MAX), siteId: id };
}
