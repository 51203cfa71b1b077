import type { Page } from 'puppeteer-core';
import { callSnac } from './call-snac.ts';
import type { Post } from './messages.ts';

export interface Notification {
  id: string;
  type: string;
  account: { url: string; username: string };
  status?: Post;
}

/** What happened to the account and was not cleared, the newest first. Reading it marks nothing. */
export async function readNotifications(page: Page, address: string, token: string): Promise<Notification[]> {
  const url = `${address}api/v1/notifications?limit=500`;
  const answer = await callSnac(page, { method: 'GET', url, token });
  if (answer?.status !== 200 || !Array.isArray(answer.body))
    throw new Error('The server did not show its notifications.');
  return answer.body;
}
