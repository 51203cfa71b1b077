import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, closePage, LOOKS, openPage } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite, type Visitor } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };
const CONTENT = String.raw`Hi {First Name|there}, see you in {city} \{soon\}.`;
const IN_WORDS = 'Hi first name else “there”, see you in city {soon}.';

/** A list of three, of whom one has no first name and one no city, and a template that asks for both. */
async function makeTowns(visitor: Visitor) {
  const parts = await makeParts(visitor);
  const { list } = await visitor.call('POST /api/lists', { body: { name: 'Towns' } });
  await visitor.call('POST /api/recipients/import', {
    body: {
      list_id: list.id,
      columns: [
        { new_field: 'first_name', label: 'First Name' },
        { new_field: 'city', label: 'City' },
      ],
      rows: [
        ['ann', 'Ann', 'Oslo'],
        ['bea', '', 'Malmö'],
        ['cy', 'Cy', ''],
      ],
    },
  });
  const { template } = await visitor.call('POST /api/templates', {
    body: { name: 'Towns', content: CONTENT },
  });
  return { ...parts, list_id: list.id, message_template_id: template.id };
}

test('a message with fields is shown in words where nobody reads it, and filled where somebody does', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeTowns(marta);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Towns' } });
  for (const { screen, scheme } of LOOKS) {
    const page = await openPage(t, { url: site.url, token: marta.token, screen, scheme });
    await page.goto(`/campaigns/${campaign.id}`);
    await page.getByText(IN_WORDS).waitFor();
    assert.deepEqual(await axeViolations(page), [], screen);

    await page.goto('/templates');
    await page.getByText('Hi Ann, see you in Oslo {soon}.').waitFor();
    await page.getByLabel('Read as').fill('cy');
    await page.getByText('Hi Cy, see you in no city {soon}.').waitFor();
    await page.getByLabel('Read as').fill('');
    await page.getByText(IN_WORDS).waitFor();
    assert.deepEqual(await axeViolations(page), [], screen);
    await closePage(page);
  }
  // One from before blanks is sent as it stands.
  await site.database.pool.query(`
    alter table campaigns disable trigger text_is_read;
    update campaigns set parts = null;
    alter table campaigns enable trigger text_is_read`);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByText(CONTENT).waitFor();
});
