import { type Page, ProtocolError, TimeoutError } from 'puppeteer-core';
import type { OpenedThread, SiteDriver, ThreadRequest } from '../drivers/driver.ts';
import { SignInRefused } from '../drivers/secret-place.ts';

const PROBE_LIMIT_MS = 20_000;

/**
 * Opens the thread with the driver. An error of the driver while the site does not answer is `unreachable`, which says
 * nothing about the person (docs/site-drivers.md#a-site-that-does-not-answer), and a sign-in that was refused is
 * `signed_out`; any other error is thrown.
 */
export async function openThread(
  driver: SiteDriver,
  page: Page,
  request: ThreadRequest,
): Promise<OpenedThread> {
  try {
    return await driver.openThread(page, request);
  } catch (error) {
    if (error instanceof SignInRefused) return { state: 'signed_out', reason: error.message };
    if (!driver.home || (await answers(page, driver.home))) throw error;
    return { state: 'unreachable', reason: `The site at ${driver.home} does not answer.` };
  }
}

async function answers(page: Page, home: string): Promise<boolean> {
  try {
    // Otherwise the error page in the tab could be taken for the result of loading the home page.
    await page.goto('about:blank');
    const answer = await page.goto(home, { timeout: PROBE_LIMIT_MS, waitUntil: 'domcontentloaded' });
    return answer === null || answer.status() < 500;
  } catch (error) {
    // Any other error is about the tab, not about the site.
    return !(error instanceof TimeoutError || error instanceof ProtocolError);
  }
}
