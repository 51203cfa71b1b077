import type { Page } from 'playwright-core';

/** Opens the fields behind the line of who and when, in the form of a campaign. */
export async function changeWhoAndWhen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change who and when' }).press('Enter');
}
