import { NUDGES_CHANNEL } from '@pigeonpost/server/polls/nudges';
import { until } from '@pigeonpost/server/testing/until';
import type { Locator, Page } from 'playwright-core';
import type { Site, Visitor } from './site.ts';

/** What the log-in says after a session ended by itself. */
export const ENDED = 'Your session ended. Log in to go on.';

/**
 * Ends every session and, once the server refuses the page's token, presses the present button. A query may be refused
 * before the press: then the page has left for the log-in, and nothing is pressed. A press by Playwright would wait for
 * the button until after the next log-in.
 */
export async function endSessionsAndPress({ url, database }: Site, button: Locator): Promise<void> {
  const element = await button.elementHandle();
  const token = await button.page().evaluate(() => localStorage.getItem('token'));
  await database.pool.query(
    `with ended as (delete from sessions returning user_id)
     select pg_notify($1, 'a test ' || user_id) from ended`,
    [NUDGES_CHANNEL],
  );
  await until('a server that refuses the page', async () => {
    const { status } = await fetch(`${url}/api/auth/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return status === 401;
  });
  await element?.evaluate((pressed) => (pressed as HTMLElement).click());
}

/** Logs in on the log-in page that is shown. */
export async function logIn(page: Page, { username, password }: Visitor): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
