import { type ElementHandle, type Page, TimeoutError } from 'puppeteer-core';
import { findersIn, selectorsOf } from './page-finders.ts';

/** The page that asks a stranger to sign in. */
export interface SignInPage {
  signedOut: { shown: string }[];
  signIn: { name: string; password?: string; button: string };
}

const PASSWORD = 'input[type=password]';
const NAMES = 'input:not([type]), input[type=text], input[type=email], input[type=tel]';
const LIMIT_MS = 10_000;

/** Opens an address without the session of the profile. Undefined if no form for signing in is shown then. */
export async function findSignInPage(page: Page, address: string): Promise<SignInPage | undefined> {
  const context = await page.browser().createBrowserContext();
  try {
    const stranger = await context.newPage();
    await stranger.goto(address);
    return await readForm(stranger);
  } catch (error) {
    if (error instanceof TimeoutError) return undefined;
    throw error;
  } finally {
    await context.close();
  }
}

async function readForm(page: Page): Promise<SignInPage | undefined> {
  await page.waitForSelector(`${PASSWORD}, form :is(${NAMES})`, { visible: true, timeout: LIMIT_MS });
  const finders = await findersIn(page, []);
  const selectorOf = async (part: SignInPart) => {
    const found = await page.evaluateHandle(findPart, part, { password: PASSWORD, names: NAMES });
    const element = found.asElement() as ElementHandle<Element> | null;
    return element ? (await selectorsOf(page, finders, element))[0] : undefined;
  };
  const [name, password] = [await selectorOf('name'), await selectorOf('password')];
  const button = await selectorOf('button');
  if (!name || !button) return undefined;
  return {
    signedOut: [{ shown: password ?? name }],
    signIn: { name, ...(password && { password }), button },
  };
}

type SignInPart = 'name' | 'password' | 'button';

/** Runs in the page. */
function findPart(
  part: SignInPart,
  { password, names }: { password: string; names: string },
): Element | null {
  const secret = document.querySelector(password);
  const form = (secret ?? document.querySelector(`form :is(${names})`))?.closest('form') ?? document.body;
  const selector = {
    name: names,
    password,
    button: 'button:not([type=button]), input[type=submit], [role=button]',
  }[part];
  return [...form.querySelectorAll(selector)].find((one) => one.checkVisibility()) ?? null;
}
