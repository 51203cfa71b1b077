import type { Page } from 'puppeteer-core';
import { type Clock, systemClock } from '../../clock.ts';
import type { OpenedThread, SendOutcome, SiteDriver } from '../driver.ts';
import { originsOf } from '../secret-place.ts';
import { readAnswer, readBefore } from './answer.ts';
import { compose, holdsText } from './compose.ts';
import type { SiteDescription } from './description.ts';
import { type Found, findVisible, onElements } from './elements.ts';
import { isSentCopy, readHistory, scrollToEnd } from './messages.ts';
import { open, says } from './open.ts';
import { toReason, wordsInPlaceOfField } from './page-words.ts';
import { findCover, uncover } from './press.ts';
import { readReplies, repliesSinceOwn } from './replies.ts';
import { isShown } from './shown.ts';
import { countUnread } from './unread.ts';
import { watch } from './watch.ts';

const PERSON_LIMIT_MS = 10_000;
const FIELD_LIMIT_MS = 10_000;
/** Lies over the whole page, in every thread. */
const OVERLAY = '[role=dialog], [role=alertdialog], [aria-modal=true], dialog[open]';

/**
 * The driver of a site that is described without code (docs/site-drivers.md#a-site-without-code): what every driver must
 * do right, by the selectors and words of the description.
 */
export function createDescribedDriver(description: SiteDescription, clock: Clock = systemClock): SiteDriver {
  const { unread, replies: list } = description;
  return {
    name: description.name,
    home: description.home,
    origins: originsOf(description.home, description.thread),

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

    async send(page, { person, message, beforeClick }): Promise<SendOutcome> {
      const thread = { page, clock, description };
      const { composer, dismiss, send } = description;
      const withinMs = FIELD_LIMIT_MS;
      const field = await watch({ page, clock, withinMs }, () => findVisible(page, composer.field));
      if (!field) return describeNoField(thread);
      const composing = { page, field, takes: composer.takes };
      const heldBack = async (reason: string) => {
        await compose({ ...composing, text: '' });
        return obstructed(reason);
      };

      const inTheWay = await uncover({ page, clock, element: field, dismiss });
      if (inTheWay) return obstructed(`The field cannot be written in: ${inTheWay}.`);
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

      if (!(await beforeClick())) {
        // Something else in the field is not ours to remove.
        if (await holdsText(field, message)) await compose({ ...composing, text: '' });
        return { outcome: 'failed', reason: 'Held back just before the click.' };
      }
      const late = (await findCover(target)) ?? (await findOther(thread, person));
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
async function requirePerson(thread: DescribedThread, person: string): Promise<void> {
  let other: string | undefined;
  const isRight = await watch({ ...thread, withinMs: PERSON_LIMIT_MS }, async () => {
    other = await findOther(thread, person);
    return other === undefined ? true : undefined;
  });
  if (!isRight) throw new Error(`The site showed ${other}.`);
}

/** Whose thread the page shows at this moment, if it is not the one of this person. */
async function findOther(
  { page, description }: DescribedThread,
  person: string,
): Promise<string | undefined> {
  const { shown, attribute, is } = description.person;
  const names = [person, encodeURIComponent(person)].map((one) => fold(is.replaceAll('{person}', one)));
  const found = await onElements(page, [shown], readNames, attribute ?? null);
  if (found.length > 0 && found.every((one) => names.includes(fold(one)))) return undefined;
  const seen = found.length > 0 ? found.map((one) => `"${toReason(one)}"`).join(' and ') : 'nothing';
  return `the thread of ${seen}, not of ${person} ("person" is ${shown})`;
}

/** A thread that is open but for its field: the site says there that this person cannot be written to, or nothing. */
async function describeNoField({ page, description }: DescribedThread): Promise<SendOutcome> {
  const words = await wordsInPlaceOfField(page, description);
  if (words !== undefined && !(await isShown(page, OVERLAY))) {
    return { outcome: 'failed', reason: says(words) };
  }
  const silence = `The thread has no field to write in: the page shows no "${description.composer.field}".`;
  return obstructed(words === undefined ? silence : `${silence} ${says(words)}`);
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

function obstructed(reason: string): SendOutcome {
  return { outcome: 'failed', reason, obstacle: true };
}
