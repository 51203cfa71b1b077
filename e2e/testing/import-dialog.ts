import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, type SCREENS } from './browser.ts';
import { startSite } from './site.ts';

/** A list that contains olive_and_oak, and its import dialog; gone.for.good is on do-not-contact. */
export async function openImport(t: TestContext, screen: keyof typeof SCREENS = 'desktop') {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'olive_and_oak' } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'gone.for.good' } });
  const page = await openPage(t, { url: site.url, token: marta.token, screen });
  await page.goto(`/lists/${list.id}`);
  await page.getByText('@olive_and_oak', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  await page.getByRole('dialog', { name: 'Bulk Import' }).waitFor();
  return { page, marta, list_id: list.id };
}

/** Chooses a file in the dialog. */
export async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const files = page.locator('input[type=file]');
  await files.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}
