import type { Page } from 'puppeteer-core';
import type { DriverOptions, SignInRequest } from '../driver.ts';
import { originsOf, requirePlace } from '../secret-place.ts';
import { joinConverse } from './converse-page.ts';

interface Visit extends SignInRequest {
  page: Page;
  TimeoutError: DriverOptions['TimeoutError'];
  /** The address of the page that runs Converse. */
  address: string;
  /** The domain of accounts that are written without one. */
  domain: string;
}

/** `own` is the address of the account. */
type Connected =
  | { state: 'connected'; own: string }
  | { state: 'signed_out'; reason: string }
  | { state: 'unreachable'; reason: string };

const CONNECT_LIMIT_MS = 45_000;

/** Opens the page of Converse and waits until it is connected to its server, signing in when it asks. */
export async function connect(visit: Visit): Promise<Connected> {
  const { page, address, domain, signIn } = visit;
  await page.evaluateOnNewDocument(joinConverse);
  await load(page, address);
  const connected = await awaitConnection(visit);
  if (connected.state !== 'signed_out') return connected;
  const origins = originsOf(address);
  requirePlace(page.url(), origins);
  const stored = await signIn();
  if (!stored?.insta_password) return connected;
  const { insta_username: name, insta_password } = stored;
  const account = name.includes('@') ? name : `${name}@${domain}`;
  const elsewhere = await page.evaluate(logIn, account, insta_password, origins);
  if (elsewhere !== undefined) requirePlace(elsewhere, origins);
  return awaitConnection(visit);
}

async function load(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address);
  } catch (error) {
    throw new Error(`The page at ${address} did not load.`, { cause: error });
  }
}

async function awaitConnection({ page, address, TimeoutError }: Visit): Promise<Connected> {
  try {
    const settled = await page.waitForFunction(findConnection, { timeout: CONNECT_LIMIT_MS, polling: 200 });
    const connection = await settled.jsonValue();
    if (typeof connection !== 'object') throw new Error('Converse did not say whether it is connected.');
    return connection;
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    const reason = await page.evaluate(describeSilence, address);
    if (reason === null) throw new Error(`The page at ${address} does not run Converse.`);
    return { state: 'unreachable', reason };
  }
}

/** Runs in the page. */
function findConnection(): Connected | false {
  const { converse, problem, isReady, hasTriedToConnect } = window.pigeonpost;
  if (!converse) return false;
  const own = converse.session.get('bare_jid');
  if (converse.api.connection.connected() && typeof own === 'string') return { state: 'connected', own };
  if (problem?.isRefused) {
    const words = problem.words.replace(/\.?$/, '.');
    return { state: 'signed_out', reason: `The chat server did not let this profile sign in. ${words}` };
  }
  if (!isReady || hasTriedToConnect) return false;
  return {
    state: 'signed_out',
    reason: 'This profile is signed out of its chat account. Open the profile and sign in.',
  };
}

/** Runs in the page, which may be another one since it was looked at: then it gives that page's origin. */
async function logIn(account: string, password: string, origins: string[]): Promise<string | undefined> {
  if (!origins.includes(location.origin)) return location.origin;
  delete window.pigeonpost.problem;
  window.pigeonpost.hasTriedToConnect = true;
  await window.pigeonpost.converse?.api.user.login(account, password);
  return undefined;
}

/** Runs in the page; null if it does not run Converse. */
function describeSilence(address: string): string | null {
  const { converse, problem } = window.pigeonpost;
  if (!converse) return null;
  const words = problem?.words.replace(/\.?$/, '.') ?? '';
  return `Converse at ${address} did not reach its chat server in time. ${words}`.trim();
}
