import type { Page } from 'puppeteer-core';
import { callSnac } from './call-snac.ts';
import { readNotifications } from './notifications.ts';

/**
 * The number of people with a message to the account among the notifications that were neither cleared nor marked as
 * read by a program.
 */
export async function countUnreadPeople(page: Page, address: string, token: string): Promise<number> {
  const url = `${address}api/v1/markers?timeline[]=notifications`;
  const answer = await callSnac(page, { method: 'GET', url, token });
  if (answer?.status !== 200) throw new Error('The server did not show what is unread.');
  const marks = answer.body as { notifications?: { last_read_id: string } };
  const readUntil = Number(marks.notifications?.last_read_id ?? 0);
  const notifications = await readNotifications(page, address, token);
  const unread = notifications.filter(
    ({ id, type, status }) =>
      type === 'mention' &&
      ['private', 'direct'].includes(status?.visibility ?? '') &&
      Number(id) > readUntil,
  );
  return new Set(unread.map(({ account }) => account.url)).size;
}
