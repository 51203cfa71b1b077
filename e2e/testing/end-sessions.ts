import type { Locator } from 'playwright-core';
import type { Site } from './site.ts';

/**
 * Ends every session and presses the button that is on the page now. A query may be refused before the press is made:
 * then the page has left for the log-in, and nothing is pressed. A press of Playwright's would wait for the button, and
 * be made once somebody has logged in again.
 */
export async function endSessionsAndPress({ database }: Site, button: Locator): Promise<void> {
  const element = await button.elementHandle();
  await database.pool.query('delete from sessions');
  await element?.evaluate((pressed) => (pressed as HTMLElement).click());
}
