import type { ElementHandle, Page } from 'puppeteer-core';
import type { Clock } from '../../clock.ts';
import type { Credentials, OpenedPage, SignInRequest } from '../driver.ts';
import { fillInAt, originsOf, requirePlace, SignInRefused } from '../secret-place.ts';
import type { StepsDescription } from './description.ts';
import { findVisible } from './elements.ts';
import { toReason, wordsOfNotice } from './page-words.ts';
import { findMark, findTryLater, isShown } from './shown.ts';
import { watch } from './watch.ts';

interface Visit extends SignInRequest {
  page: Page;
  clock: Clock;
  description: StepsDescription;
  address: string;
  /** There once the page has loaded. */
  ready: string;
}

const OPEN_LIMIT_MS = 30_000;
const SIGN_IN_LIMIT_MS = 15_000;
/** How long a page shows no mark of signed out before it counts as signed in. */
const GONE_MS = 300;
const ALERT = [{ shown: '[role=alert]' }];

/** Opens a page of the site, and signs in if the site asks for it and credentials are stored. */
export async function open(visit: Visit): Promise<OpenedPage> {
  const opened = await load(visit);
  if (opened.state !== 'signed_out') return opened;
  const { signIn } = visit.description;
  const stored = signIn && (await visit.signIn());
  if (!signIn || !stored?.insta_username) return opened;
  // A password that is lost is typed again by a person, and not tried without.
  if (signIn.password !== undefined && stored.insta_password === '') return opened;
  const refusal = await signInWith(visit, { signIn, stored });
  if (refusal !== undefined) return { state: 'signed_out', reason: refusal };
  const again = await load(visit);
  if (again.state !== 'signed_out') return again;
  return { state: 'signed_out', reason: refusedBy(visit.description, stored) };
}

async function load(visit: Visit): Promise<OpenedPage> {
  const { page, clock, address, ready, description } = visit;
  await goTo(page, address);
  const found = await watch(
    { page, clock, withinMs: OPEN_LIMIT_MS },
    async (): Promise<OpenedPage | undefined> => {
      const limit = (await findMark(page, description.blocked)) ?? (await findTryLater(page, description));
      if (limit !== undefined) return { state: 'blocked', reason: says(limit) };
      if ((await findMark(page, description.signedOut)) !== undefined) {
        const reason = `This profile is signed out of ${new URL(address).host}. Open the profile and sign in.`;
        return { state: 'signed_out', reason };
      }
      if ((await findMark(page, description.notFound)) !== undefined) return { state: 'not_found' };
      const closed = await findMark(page, description.closed);
      if (closed !== undefined) return { state: 'closed', reason: says(closed) };
      return (await isShown(page, ready)) ? { state: 'ready' } : undefined;
    },
  );
  if (found) return found;
  const words = await wordsOfNotice(page);
  const silence = `${address} did not become ready within ${OPEN_LIMIT_MS / 1000} seconds: the page shows no "${ready}".`;
  throw new Error(words === undefined ? silence : `${silence} It says: "${words}"`);
}

async function goTo(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address, { waitUntil: 'domcontentloaded' }).catch((error) => {
    throw new Error(`The site at ${new URL(address).origin} did not answer.`, { cause: error });
  });
  if (answer && answer.status() >= 500) {
    throw new Error(`The site at ${new URL(address).origin} answered with its error ${answer.status()}.`);
  }
}

/** The reason if the profile stays signed out. What is stored is typed on pages of the described servers alone. */
async function signInWith(
  { page, clock, description }: Visit,
  { signIn, stored }: { signIn: NonNullable<StepsDescription['signIn']>; stored: Credentials },
): Promise<string | undefined> {
  const fields = [{ selector: signIn.name, text: stored.insta_username }];
  if (signIn.password !== undefined) fields.push({ selector: signIn.password, text: stored.insta_password });
  const origins = originsOf(description.home, description.thread ?? description.home);
  const button = await findVisible(page, signIn.button);
  for (const { selector, text } of fields) {
    const field = await findVisible(page, selector);
    if (!field) return `The sign-in page shows no "${selector}". Open the profile and sign in by hand.`;
    const refusal = await typeAt({ field, text, origins, button });
    if (refusal !== undefined) return refusal;
  }
  const alertBefore = await findMark(page, ALERT);
  // Found anew: a framework may draw another one once the fields are filled in.
  await (await findVisible(page, signIn.button))?.click();
  let words: string | undefined;
  let goneSince: number | undefined;
  const isSignedIn = await watch({ page, clock, withinMs: SIGN_IN_LIMIT_MS }, async () => {
    const isAsking = (await findMark(page, description.signedOut)) !== undefined;
    // Between two pages there is nothing of either.
    const isLoaded = await page.evaluate(() => document.readyState === 'complete');
    if (isAsking || !isLoaded) goneSince = undefined;
    else goneSince ??= clock.monotonic();
    if (goneSince !== undefined) return clock.monotonic() - goneSince >= GONE_MS || undefined;
    const alert = await findMark(page, ALERT);
    words = alert === alertBefore ? undefined : alert;
    return words === undefined ? undefined : false;
  });
  return isSignedIn ? undefined : refusedBy(description, stored, words);
}

/** Types a part of the sign-in; the reason if its page, or the server that its form goes to, is none of the site's. */
async function typeAt({
  field,
  text,
  origins,
  button,
}: {
  field: ElementHandle;
  text: string;
  origins: string[];
  button: ElementHandle | undefined;
}): Promise<string | undefined> {
  try {
    requirePlace(await field.evaluate(() => location.origin), origins);
    const elsewhere = await field.evaluate(fillInAt, text, origins, button ?? null);
    if (elsewhere !== undefined) requirePlace(elsewhere, origins);
    return undefined;
  } catch (error) {
    if (error instanceof SignInRefused) return error.message;
    throw error;
  }
}

function refusedBy({ home }: StepsDescription, stored: Credentials, words?: string): string {
  const refusal = `${new URL(home).host} did not let ${stored.insta_username} sign in.`;
  return `${refusal} ${words ?? 'Open the profile and sign in by hand.'}`;
}

/** The site's own words, as a reason. */
export function says(words: string): string {
  return `The site says: ${toReason(words) || 'Try again later'}`.replace(/[^.!?]$/, '$&.');
}
