import type { SendOutcome } from '../driver.ts';
import { isCopy, isSentCopy, type ReadThread, readOwn, scrollToEnd } from './messages.ts';
import { says } from './open.ts';
import type { ShownMessage } from './page-text.ts';
import { findMark, findTryLater } from './shown.ts';
import { watch } from './watch.ts';

/** What the page showed before the press. */
export interface Before {
  own: readonly ShownMessage[];
  refusal: string | undefined;
}

interface Pressed {
  thread: ReadThread;
  message: string;
  before: Before;
}

/** A page may draw a message before it marks it as on its way, and refuse it a moment later. */
const BELIEVED_AFTER_MS = 1_000;
/** A dialog may follow the refusal that it explains. */
const EXPLAINED_WITHIN_MS = 500;

/** Reads what the page shows before the press, to be told from what comes after it. */
export async function readBefore(thread: ReadThread): Promise<Before> {
  const refusal = await findMark(thread.page, thread.description.refused);
  return { own: await readOwn(thread, true), refusal };
}

/**
 * Waits for the site's answer after the press. Only the message itself, new and with its mark, is believed; only a
 * refusal of the site means that nothing was sent.
 */
export async function readAnswer(pressed: Pressed): Promise<SendOutcome> {
  const { thread } = pressed;
  const { page, clock, description } = thread;
  const withinMs = description.confirmSeconds * 1000;
  let sentSince: number | undefined;
  const outcome = await watch({ page, clock, withinMs }, async (): Promise<SendOutcome | undefined> => {
    await scrollToEnd(thread);
    const own = await readOwn(thread);
    const isSent = hasNew(pressed, own, (one) => isSentCopy(one, pressed.message));
    if (isSent && description.messages.sent !== undefined) return { outcome: 'sent' };
    const refusal = await readRefusal(pressed, own);
    if (!isSent) sentSince = undefined;
    if (!isSent || refusal) return isSent && refusal ? toDoubt(refusal) : refusal;
    sentSince ??= clock.monotonic();
    return clock.monotonic() - sentSince >= BELIEVED_AFTER_MS ? { outcome: 'sent' } : undefined;
  });
  return outcome ?? (await describeSilence(thread));
}

/**
 * Whether the newest message is one of these, and there is one more of them than before the press. Older messages may
 * come into the page meanwhile: so only as many are compared as there were, and the new one. The newest must be a new
 * element too, except in a list of what is on the screen, which may show a message in the element of another.
 */
function hasNew(
  { before, thread }: Pressed,
  own: readonly ShownMessage[],
  isMeant: (one: ShownMessage) => boolean,
): boolean {
  const [newest] = own;
  if (!newest || !isMeant(newest)) return false;
  if (newest.isKnown && !thread.description.messages.virtual) return false;
  const same = own.slice(0, before.own.length + 1);
  return same.filter(isMeant).length > before.own.filter(isMeant).length;
}

async function readRefusal(pressed: Pressed, own: readonly ShownMessage[]): Promise<SendOutcome | undefined> {
  const { thread } = pressed;
  const { page, clock, description } = thread;
  const words = await findMark(page, description.refused);
  const isRefused =
    (words !== undefined && pressed.before.refusal === undefined) ||
    hasNew(pressed, own, (one) => one.isRefused && isCopy(one, pressed.message));
  if (!isRefused) {
    return (await findMark(page, description.notFound)) === undefined ? undefined : { outcome: 'not_found' };
  }
  const explanation = { page, clock, withinMs: EXPLAINED_WITHIN_MS };
  const isNobody = async () => (await findMark(page, description.notFound)) !== undefined || undefined;
  if (await watch(explanation, isNobody)) return { outcome: 'not_found' };
  const stop = await findStop(thread, words);
  const reason = stop?.reason ?? (words ? says(words) : 'The site refused the message.');
  return { outcome: 'failed', reason, ...stop?.cause };
}

/** Of a page that shows the message without a mark, and that it was refused, one of both is wrong. */
function toDoubt(refusal: SendOutcome): SendOutcome {
  return { ...refusal, outcome: 'unknown', reason: 'The site shows the message, and that it was refused.' };
}

/** Why the profile must rest, if the page says so. */
async function findStop(
  { page, description }: ReadThread,
  refusal = '',
): Promise<{ reason: string; cause: { blocked: true } | { signed_out: true } } | undefined> {
  const limit = (await findMark(page, description.blocked)) ?? (await findTryLater(page, description));
  if (limit !== undefined) return { reason: says(limit), cause: { blocked: true } };
  if (description.tryLater.some((word) => refusal.toLowerCase().includes(word.toLowerCase()))) {
    return { reason: says(refusal), cause: { blocked: true } };
  }
  const signedOut = await findMark(page, description.signedOut);
  if (signedOut === undefined) return undefined;
  return {
    reason: refusal ? says(refusal) : 'The site has signed this profile out.',
    cause: { signed_out: true },
  };
}

/** A limit without a refusal does not prove that the message was held back. */
async function describeSilence(thread: ReadThread): Promise<SendOutcome> {
  const stop = await findStop(thread);
  const silence = `The site did not show within ${thread.description.confirmSeconds} seconds that the message was sent.`;
  return { outcome: 'unknown', reason: stop ? `${stop.reason} ${silence}` : silence, ...stop?.cause };
}
