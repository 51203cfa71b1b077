import type { Page } from 'playwright-core';
import type { Site, Visitor } from './site.ts';

/** A user with a list of three people, of whom the first two have tags. */
export async function startTags(site: Site) {
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [{ tags: true }],
      rows: [
        ['lena.hartog', 'market 2026, regular'],
        ['nils_b', 'market 2026'],
        ['brita.eide', ''],
      ],
      fill: 'empty',
      tags: [],
    },
  });
  return { marta, list };
}

/** The names of a person's tags. */
export const tagsOf = async ({ call }: Visitor, name: string) =>
  (await call('GET /api/people/{name}', { params: { name } })).person.tags.map((tag) => tag.name);

/** Logs in again after the session has ended. */
export async function logInAgain(page: Page, { username, password }: Visitor): Promise<void> {
  await page.waitForURL('**/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}
