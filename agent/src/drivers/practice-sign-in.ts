import type { Page } from 'puppeteer-core';
import type { SignInRequest } from './driver.ts';
import { requirePlace } from './secret-place.ts';

interface Visit extends SignInRequest {
  page: Page;
  address: URL;
}

const SIGN_IN_FORM = '#sign-in';

/** Opens a page of the practice inbox and signs in if asked. If the profile stays signed out, returns the reason. */
export async function openSignedIn({ page, address, signIn }: Visit): Promise<string | undefined> {
  await goTo(page, address);
  if (!(await page.$(SIGN_IN_FORM))) return undefined;
  requirePlace(page.url(), [address.origin]);
  const credentials = await signIn();
  if (!credentials?.insta_username) {
    return 'This profile is signed out of the practice inbox. Open the profile and sign in, or store its username.';
  }
  await page.$eval(
    '#account-name',
    (element, name) => {
      (element as HTMLInputElement).value = name;
    },
    credentials.insta_username,
  );
  await Promise.all([page.waitForNavigation(), page.click(`${SIGN_IN_FORM} button`)]);
  if (!(await page.$(SIGN_IN_FORM))) return undefined;
  const said = await page.$eval('main', (main) => main.querySelector('[role="alert"]')?.textContent ?? '');
  return `The practice inbox did not let ${credentials.insta_username} sign in. ${said}`.trim();
}

async function goTo(page: Page, address: URL): Promise<void> {
  try {
    await page.goto(address.href);
  } catch (error) {
    throw new Error(`The practice inbox at ${address.origin} did not answer.`, { cause: error });
  }
}
