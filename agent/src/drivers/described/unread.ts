import type { Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { SignInRequest } from '../driver.ts';
import type { SiteDescription } from './description.ts';
import { open } from './open.ts';

interface Counting extends SignInRequest {
  page: Page;
  clock: Clock;
  description: SiteDescription;
  unread: NonNullable<SiteDescription['unread']>;
}

/** The number of unread threads, from its badge or from the list of threads. */
export async function countUnread({ unread, ...visit }: Counting): Promise<number> {
  const { page } = visit;
  const opened = await open({ ...visit, address: unread.address, ready: unread.ready });
  if (opened.state === 'not_found') throw new Error(`${unread.address} shows that somebody was not found.`);
  if (opened.state !== 'ready') throw new Error(opened.reason);
  if ('threads' in unread) {
    return page.$$eval(
      unread.threads,
      (elements) => elements.filter((one) => one.checkVisibility({ visibilityProperty: true })).length,
    );
  }
  const said = await page.$$eval(
    unread.count,
    ([badge], attribute) => (attribute === null ? badge?.textContent : badge?.getAttribute(attribute)) ?? '',
    unread.attribute ?? null,
  );
  return Number(/\d+/.exec(said)?.[0] ?? 0);
}
