import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage, type SCREENS } from './browser.ts';
import { type Site, startSite } from './site.ts';

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
  return { page, marta, list_id: list.id, database: site.database, known: () => knownOf(site) };
}

/** What is known of people: values by the names of their fields, and tags in the order of their names. */
async function knownOf({ database }: Site) {
  const { rows } = await database.pool.query<{
    recipient: string;
    fields: Record<string, string>;
    tags: string[];
  }>(
    `select recipient,
        (select coalesce(json_object_agg(f.name, value), '{}') from jsonb_each_text(fields)
          join fields f on f.user_id = people.user_id and f.id = key::bigint) as fields,
        (select coalesce(json_agg(t.name order by t.name), '[]') from tags t
          where t.user_id = people.user_id and t.id = any (people.tags)) as tags
      from people`,
  );
  return Object.fromEntries(rows.map(({ recipient, ...known }) => [recipient, known]));
}

/** The figures of the dialog by their words, once the server has answered for them. */
export async function figures(page: Page): Promise<Record<string, string>> {
  await page.getByRole('dialog').locator('dl[aria-busy=false]:not(:has(dd:text("…")))').waitFor();
  const words = await page.getByRole('dialog').locator('dt').allInnerTexts();
  const counts = await page.getByRole('dialog').locator('dd').allInnerTexts();
  return Object.fromEntries(words.map((word, index) => [word, counts[index] ?? '']));
}

/** Chooses a file in the dialog. */
export async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const files = page.locator('input[type=file]');
  await files.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}
