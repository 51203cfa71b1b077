import type { Page } from 'puppeteer-core';
import { callSnac } from './call-snac.ts';
import type { Post } from './messages.ts';

interface Notification {
  id: string;
  type: string;
  account: { url: string };
  status?: Post;
}

/**
 * The number of people with a message to the account among the notifications that were neither cleared nor marked as
 * read by a program.
 */
export async function countUnreadPeople(page: Page, address: string, token: string): Promise<number> {
  const read = async (path: string) => {
    const answer = await callSnac(page, { method: 'GET', url: `${address}api/v1/${path}`, token });
    if (answer?.status !== 200) throw new Error('The server did not show what is unread.');
    return answer.body;
  };
  const marks = (await read('markers?timeline[]=notifications')) as {
    notifications?: { last_read_id: string };
  };
  const readUntil = Number(marks.notifications?.last_read_id ?? 0);
  const notifications = (await read('notifications?limit=500')) as Notification[];
  const unread = notifications.filter(
    ({ id, type, status }) =>
      type === 'mention' && status?.visibility === 'private' && Number(id) > readUntil,
  );
  return new Set(unread.map(({ account }) => account.url)).size;
}
