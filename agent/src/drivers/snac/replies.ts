import type { Page } from 'puppeteer-core';
import type { Reply } from '../driver.ts';
import type { Post } from './messages.ts';
import { type Notification, readNotifications } from './notifications.ts';

interface Reading {
  page: Page;
  /** The address of the server, with a slash at its end. */
  address: string;
  token: string;
  own: string;
  since: Date;
}

const TEXT_MAX = 2000;

/**
 * What people wrote to the account alone since a moment, the oldest first. It stands among the account's notifications;
 * reading them marks nothing.
 */
export async function findReplies(reading: Reading): Promise<MemberReply[]> {
  const { page, address, token, own, since } = reading;
  const written = (await readNotifications(page, address, token)).filter(isToAccountAlone);
  const isLater = ({ status }: Mention) => new Date(status.created_at) > since;
  const messages = written.filter((one) => one.account.url !== own && isLater(one)).reverse();
  const contents = messages.map(({ status }) => status.content);
  const texts = await page.evaluate(showAsText, { contents, own });
  return messages.map(({ account, status }, index) => ({
    person: namesOf(account, address),
    at: new Date(status.created_at),
    // A character outside of the basic plane may be cut in two.
    text: (texts[index] ?? '').slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, ''),
    siteId: status.id,
  }));
}

type MemberReply = Reply & { person: string[] };
type Mention = Notification & { status: Post };

/** The account itself is not among the mentions of a post that it gets. */
function isToAccountAlone(one: Notification): one is Mention {
  const { type, status } = one;
  return (
    type === 'mention' &&
    status !== undefined &&
    ['private', 'direct'].includes(status.visibility) &&
    status.mentions.length === 0
  );
}

/** Runs in the page: what a browser shows of posts, without the name that they are addressed to. */
function showAsText({ contents, own }: { contents: string[]; own: string }): string[] {
  return contents.map((content) => {
    const { body } = new DOMParser().parseFromString(content, 'text/html');
    for (const link of body.querySelectorAll('a.mention')) {
      if (link.getAttribute('href') === own) link.remove();
    }
    for (const end of body.querySelectorAll('br, p + p')) end.before('\n');
    return (body.textContent ?? '').trim();
  });
}

/** A member in each form in which a list may have the name. */
function namesOf({ url, username }: Notification['account'], address: string): string[] {
  const full = `${username}@${new URL(url).host}`.toLowerCase();
  return url.startsWith(address) ? [full, username.toLowerCase()] : [full];
}
