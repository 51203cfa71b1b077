import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

const NAME = 'lena.hartog';
const person = { params: { name: NAME } };

test('what happened to a person is one line of time with notes, changes and earlier ones', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: NAME } });
  for (let count = 1; count <= 51; count++)
    await marta.call('POST /api/people/{name}/notes', { ...person, body: { text: `Visit ${count}` } });
  const { entry } = await marta.call('POST /api/do-not-contact', { body: { recipient: NAME } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.route('**/events?*', (route) => route.fulfill({ status: 400, json: { error: 'Not now.' } }));
  await page.route('**/events', (route) => route.fulfill({ status: 400, json: { error: 'Not now.' } }));
  await page.goto(`/people/${NAME}`);
  await page.getByRole('heading', { name: 'Failed to fetch what happened' }).waitFor();
  await page.getByText('Not now.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  const rows = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await rows.nth(49).waitFor();
  assert.equal(await rows.count(), 50);
  assert.match((await rows.first().textContent()) ?? '', /^Do not contact switched onby you/);
  assert.match((await rows.nth(1).textContent()) ?? '', /^Noteby marta.*Visit 51$/);
  await page.getByRole('button', { name: 'Show earlier' }).press('Enter');
  await rows.nth(52).waitFor();
  assert.match((await rows.last().textContent()) ?? '', /^Added to Newsletter/);
  assert.equal(await page.getByRole('button', { name: 'Show earlier' }).count(), 0);

  // The switch is told at once, and pages that are shown stay.
  await marta.call('DELETE /api/do-not-contact/{id}', { params: { id: entry.id }, body: {} });
  await page.getByRole('switch', { name: `Do not contact @${NAME}` }).waitFor();
  await page.reload();
  await rows.first().getByText('Do not contact switched off').waitFor();
  // A campaign that waits to write to them stands first, whichever page of their campaigns was shown before.
  await startCampaign(marta, { ...(await makeParts(marta)), list_id: list.id, name: 'Kiln open' });
  await visit(page, `/people/${NAME}?page=2`);
  await page.getByText('Will get Kiln open').waitFor();
  await page.getByText('Do not contact switched off').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
