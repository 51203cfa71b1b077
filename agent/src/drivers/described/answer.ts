import type { SendOutcome } from '../driver.ts';
import { copiesOf, isCopy, type ReadThread, readOwn, scrollToEnd } from './messages.ts';
import { says } from './open.ts';
import type { ShownMessage } from './page-text.ts';
import { findMark, findTryLater } from './shown.ts';
import { watch } from './watch.ts';

/** What the page showed before the press. */
export interface Before {
  own: readonly ShownMessage[];
  /** Ids of older messages that the page may show again. */
  ids: ReadonlySet<string>;
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
export async function readBefore(thread: ReadThread, ids: ReadonlySet<string>): Promise<Before> {
  const refusal = await findMark(thread.page, thread.description.refused);
  return { own: await readOwn(thread), ids, refusal };
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
    if (description.messages.id !== undefined) await scrollToEnd(thread);
    const own = await readOwn(thread);
    const isSent = hasNew(pressed, (all) => copiesOf(all, pressed.message), own);
    if (!isSent) sentSince = undefined;
    else if (description.messages.sent !== undefined) return { outcome: 'sent' };
    sentSince ??= isSent ? clock.monotonic() : undefined;
    if (sentSince !== undefined) {
      return clock.monotonic() - sentSince >= BELIEVED_AFTER_MS ? { outcome: 'sent' } : undefined;
    }
    return readRefusal(pressed, own);
  });
  return outcome ?? (await describeSilence(thread));
}

/** Newer than before the press: by its id, or because there is one more. */
function hasNew(
  { before }: Pressed,
  select: (all: readonly ShownMessage[]) => ShownMessage[],
  own: readonly ShownMessage[],
): boolean {
  const then = select(before.own);
  const now = select(own);
  if (now.every(({ id }) => id === null)) return now.length > then.length;
  const known = new Set([...before.ids, ...before.own.map(({ id }) => id)]);
  return now.some(({ id }) => id !== null && !known.has(id));
}

async function readRefusal(
  { thread, message, before }: Pressed,
  own: readonly ShownMessage[],
): Promise<SendOutcome | undefined> {
  const { page, clock, description } = thread;
  const refused = (all: readonly ShownMessage[]) =>
    all.filter((one) => one.isRefused && isCopy(one, message));
  const words = await findMark(page, description.refused);
  const isRefused = (words !== undefined && before.refusal === undefined) || hasNewRefusal();
  if (!isRefused) {
    return (await findMark(page, description.notFound)) === undefined ? undefined : { outcome: 'not_found' };
  }
  const explanation = { page, clock, withinMs: EXPLAINED_WITHIN_MS };
  const isNobody = async () => (await findMark(page, description.notFound)) !== undefined || undefined;
  if (await watch(explanation, isNobody)) return { outcome: 'not_found' };
  const stop = await findStop(thread, words);
  const reason = stop?.reason ?? (words ? says(words) : 'The site refused the message.');
  return { outcome: 'failed', reason, ...stop?.cause };

  function hasNewRefusal(): boolean {
    return refused(own).length > refused(before.own).length;
  }
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
