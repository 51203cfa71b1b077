import type { Page } from 'puppeteer-core';
import type { Credentials, SignInRequest } from '../driver.ts';
import { fillInAt, originsOf, requirePlace } from '../secret-place.ts';
import { callSnac, type SnacAnswer } from './call-snac.ts';

interface Visit extends SignInRequest {
  page: Page;
  /** The address of the server, with a slash at its end. */
  address: string;
}

export interface Account {
  username: string;
  /** The address that names the account in every record. */
  url: string;
}

type Visited =
  | { state: 'signed_in'; token: string; own: Account }
  | { state: 'signed_out' | 'unreachable'; reason: string };

// A token that the server does not know gets one of these.
const TOKEN_REFUSED = new Set([401, 403, 422]);
/** The answers of a proxy whose server is down. */
const DOWN = new Set([502, 503, 504]);

/** Opens the server's page in the tab and makes sure of an access token, which the profile keeps for the next time. */
export async function visitSnac({ page, address, signIn }: Visit): Promise<Visited> {
  await load(page, address);
  const kept = await page.evaluate(readToken);
  const seen = kept === null ? undefined : await findOwn({ page, address, token: kept });
  if (seen) return seen;
  const stored = await signIn();
  if (!stored?.insta_password) {
    return {
      state: 'signed_out',
      reason: 'This profile is signed out of snac. Store the account’s name and password with the profile.',
    };
  }
  const token = await fetchToken(page, address, stored);
  if (typeof token !== 'string') return token;
  await page.evaluate(keepToken, { token, address });
  const own = await findOwn({ page, address, token });
  if (!own) throw new Error('The server did not know the account that it had just let in.');
  return own;
}

async function load(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address);
  } catch (error) {
    throw new Error(`The server at ${address} did not answer.`, { cause: error });
  }
  // Neither token nor password belongs into the page of another server.
  const { origin } = new URL(page.url());
  if (origin !== new URL(address).origin) throw new Error(`The page at ${address} leads to ${origin}.`);
}

/** Undefined if the token is not valid any more. */
async function findOwn({
  page,
  address,
  token,
}: Omit<Visit, 'signIn'> & { token: string }): Promise<Visited | undefined> {
  const answer = await callSnac(page, {
    method: 'GET',
    url: `${address}api/v1/accounts/verify_credentials`,
    token,
  });
  if (answer && TOKEN_REFUSED.has(answer.status)) return undefined;
  if (answer && DOWN.has(answer.status)) {
    return { state: 'unreachable', reason: `The server at ${address} is down. ${answer.words}`.trim() };
  }
  return { state: 'signed_in', token, own: requireAccount(answer, address) };
}

/** The account of an answer. Throws a sentence if there is none. */
export function requireAccount(answer: SnacAnswer | undefined, address: string): Account {
  const { username, url } = (answer?.body ?? {}) as Partial<Account>;
  if (answer?.status === 200 && typeof username === 'string' && typeof url === 'string')
    return { username, url };
  const said = answer ? `answered ${answer.status} ${answer.words}` : 'did not answer';
  throw new Error(`The server at ${address} ${said}.`.replace(/\.+$/, '.'));
}

/** Fills in the page on which a person lets a program in (OAuth). */
async function fetchToken(page: Page, address: string, stored: Credentials): Promise<string | Visited> {
  const asked = { client_name: 'Pigeonpost', redirect_uris: address, scopes: 'read write' };
  const app = await callSnac(page, { method: 'POST', url: `${address}api/v1/apps`, body: asked });
  const { client_id, client_secret } = (app?.body ?? {}) as Record<string, unknown>;
  if (typeof client_id !== 'string') throw new Error(`The page at ${address} is no server that runs snac.`);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: address,
    scope: 'read write',
  });
  await load(page, `${address}oauth/authorize?${query}`);
  const name = stored.insta_username.replace(/^@/, '').replace(/@.*$/, '');
  await fillInForm(page, { name, password: stored.insta_password, address });
  // What follows has the code of the sign-in.
  requirePlace(page.url(), originsOf(address));
  const code = new URL(page.url()).searchParams.get('code');
  if (code === null) {
    if (!(await page.evaluate(isSignInPage))) throw new Error('snac did not answer the sign-in.');
    return { state: 'signed_out', reason: `snac did not let ${name} sign in. Check name and password.` };
  }
  const body = { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: address };
  const given = await callSnac(page, { method: 'POST', url: `${address}oauth/token`, body });
  const { access_token } = (given?.body ?? {}) as Record<string, unknown>;
  if (typeof access_token !== 'string') throw new Error(`The server at ${address} gave no access token.`);
  return access_token;
}

async function fillInForm(
  page: Page,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<void> {
  const origins = originsOf(address);
  const form = await page.$('form:has(input[name="login"])');
  const login = await form?.$('input[name="login"]');
  const secret = await form?.$('input[type="password"]');
  const button = await form?.$('[type="submit"]');
  if (!login || !secret || !button) {
    throw new Error('The page on which snac lets a program in did not open.');
  }
  await login.evaluate(fillInAt, name, origins, button);
  const elsewhere = await secret.evaluate(fillInAt, password, origins, button);
  if (elsewhere !== undefined) requirePlace(elsewhere, origins);
  await Promise.all([page.waitForNavigation(), button.click()]);
}

/** Runs in the page. */
function isSignInPage(): boolean {
  return document.querySelector('form input[name="login"]') !== null;
}

/** Runs in the page. */
function readToken(): string | null {
  return localStorage.getItem('pigeonpost-token');
}

/** Runs in the page, whose address still has the code that the token was fetched with. */
function keepToken({ token, address }: { token: string; address: string }): void {
  if (new URL(address).origin !== location.origin) return;
  localStorage.setItem('pigeonpost-token', token);
  history.replaceState(null, '', address);
}
