import type { ElementHandle, Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../../clock.ts';
import type { SiteParts, SiteSteps } from '../driver.ts';
import { readAnswer, readBefore } from './answer.ts';
import { compose } from './compose.ts';
import { findVisible } from './elements.ts';
import { parseSiteParts } from './load-description.ts';
import { isSentCopy, readHistory, scrollToEnd } from './messages.ts';
import { open } from './open.ts';
import { findCover, uncover } from './press.ts';
import { repliesSinceOwn } from './replies.ts';
import { isShown } from './shown.ts';
import { watch } from './watch.ts';

const SHOWN_LIMIT_MS = 10_000;

/**
 * The engine's steps for a driver of a user's own (docs/site-drivers.md#steps-for-a-driver-of-your-own). Throws a
 * sentence that names each part that is wrong.
 */
export function onSite(parts: SiteParts, clock: Clock = systemClock): SiteSteps {
  const description = parseSiteParts(parts);
  const { composer, dismiss } = description;
  const find = async (page: Page, selector: string): Promise<ElementHandle> => {
    const look = () => findVisible(page, selector);
    const element = await watch({ page, clock, withinMs: SHOWN_LIMIT_MS }, look);
    if (!element) throw new Error(`The page shows no "${selector}".`);
    return element;
  };
  return {
    open: (page, options) => open({ page, clock, description, ...options }),
    isShown,
    async countCopies(page, message) {
      const own = await readHistory({ page, clock, description });
      return own.filter((one) => isSentCopy(one, message)).length;
    },
    async replies(page, person) {
      const replies = await repliesSinceOwn({ page, clock, description }, person);
      if (!replies) throw new Error('"messages" does not say "theirs" and "time".');
      return replies;
    },
    async compose(page, text) {
      const field = await find(page, composer.field);
      if (text !== '' && (await uncover({ page, clock, element: field, dismiss }))) return false;
      return compose({ page, field, takes: composer.takes, text });
    },
    async uncover(page, selector) {
      return uncover({ page, clock, element: await find(page, selector), dismiss });
    },
    async press(page, selector) {
      const element = await findVisible(page, selector);
      if (!element) return `the page shows no "${selector}"`;
      const cover = await findCover(element);
      if (cover === undefined) await element.click();
      return cover;
    },
    async watchAnswer(page, message) {
      const thread = { page, clock, description };
      await scrollToEnd(thread);
      const before = await readBefore(thread);
      return () => readAnswer({ thread, message, before });
    },
  };
}
