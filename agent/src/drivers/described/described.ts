import type { Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../../clock.ts';
import type { OpenedThread, SendOutcome, SiteDriver } from '../driver.ts';
import { readAnswer, readBefore } from './answer.ts';
import { compose } from './compose.ts';
import type { SiteDescription } from './description.ts';
import { type Found, findVisible, onElements } from './elements.ts';
import { isSentCopy, readHistory, scrollToEnd } from './messages.ts';
import { open } from './open.ts';
import { findCover, uncover } from './press.ts';
import { readReplies, repliesSinceOwn } from './replies.ts';
import { countUnread } from './unread.ts';
import { watch } from './watch.ts';

const PERSON_LIMIT_MS = 10_000;
const FIELD_LIMIT_MS = 10_000;

/**
 * The driver of a site that is described without code (docs/site-drivers.md#a-site-without-code): what every driver must
 * do right, by the selectors and words of the description.
 */
export function createDescribedDriver(description: SiteDescription, clock: Clock = systemClock): SiteDriver {
  const { unread, replies: list } = description;
  return {
    name: description.name,
    home: description.home,

    async openThread(page, { person, message, signIn }): Promise<OpenedThread> {
      const address = description.thread.replaceAll('{person}', encodeURIComponent(person));
      const opened = await open({ page, clock, description, address, ready: description.ready, signIn });
      if (opened.state !== 'ready') return opened;
      const thread = { page, clock, description };
      await requirePerson(thread, person);
      const own = await readHistory(thread);
      const copies = own.filter((one) => isSentCopy(one, message)).length;
      const replies = await repliesSinceOwn(thread, person);
      return { state: 'open', copies, ...(replies && { replies }) };
    },

    async send(page, { message, beforeClick }): Promise<SendOutcome> {
      const thread = { page, clock, description };
      const { composer, dismiss, send } = description;
      const withinMs = FIELD_LIMIT_MS;
      const field = await watch({ page, clock, withinMs }, () => findVisible(page, composer.field));
      if (!field)
        return failed(`The thread has no field to write in: the page shows no "${composer.field}".`);
      const composing = { page, field, takes: composer.takes };
      const heldBack = async (reason: string) => {
        await compose({ ...composing, text: '' });
        return failed(reason);
      };

      const inTheWay = await uncover({ page, clock, element: field, dismiss });
      if (inTheWay) return failed(`The field cannot be written in: ${inTheWay}.`);
      if (!(await compose({ ...composing, text: message }))) {
        return heldBack('The field did not take the message as it is written.');
      }
      const target =
        'key' in send ? field : await watch({ page, clock, withinMs }, () => findVisible(page, send.button));
      if (!target) return heldBack('The page shows no button to send.');
      const cover = await uncover({ page, clock, element: target, dismiss });
      if (cover) return heldBack(`The message cannot be sent: ${cover}.`);
      await scrollToEnd(thread);
      const before = await readBefore(thread);
      if ('key' in send) await field.focus();

      if (!(await beforeClick())) return heldBack('Held back just before the click.');
      const late = await findCover(target);
      if (late) return heldBack(`Not pressed: ${late}.`);
      if ('key' in send) await page.keyboard.press(send.key);
      else await target.click();
      return readAnswer({ thread, message, before });
    },

    ...(unread && {
      countUnread: (page, { signIn }) => countUnread({ page, clock, description, unread, signIn }),
    }),
    ...(list && {
      readReplies: (page, request) => readReplies({ ...request, page, clock, description, list }),
    }),
  };
}

interface DescribedThread {
  page: Page;
  clock: Clock;
  description: SiteDescription;
}

/** A site may lead a renamed account elsewhere, and may show the name late. */
async function requirePerson({ page, clock, description }: DescribedThread, person: string): Promise<void> {
  const { shown, attribute, is } = description.person;
  const names = [person, encodeURIComponent(person)].map((one) => fold(is.replaceAll('{person}', one)));
  let found: string[] = [];
  const isRight = await watch({ page, clock, withinMs: PERSON_LIMIT_MS }, async () => {
    found = await onElements(page, [shown], readNames, attribute ?? null);
    return found.length > 0 && found.every((one) => names.includes(fold(one))) ? true : undefined;
  });
  if (isRight) return;
  const seen =
    found.length > 0 ? found.map((one) => `"${one.trim().slice(0, 100)}"`).join(' and ') : 'nothing';
  throw new Error(`The site showed the thread of ${seen}, not of ${person} ("person" is ${shown}).`);
}

/** Runs in the page: what the visible elements say, or their attribute, which needs no visible one. */
function readNames(found: Found, attribute: string | null): string[] {
  const [selector] = found;
  const elements =
    typeof selector === 'string' ? [...document.querySelectorAll(selector)] : (found as readonly Element[]);
  return elements
    .filter((one) => attribute !== null || one.checkVisibility({ visibilityProperty: true }))
    .map((one) => (attribute === null ? one.textContent : one.getAttribute(attribute)) ?? '');
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function failed(reason: string): SendOutcome {
  return { outcome: 'failed', reason };
}
