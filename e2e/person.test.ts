import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

test('the palette finds a person, exact name first, and opens the history of all lists and campaigns', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const nils = await site.signUp('nils');
  const parts = await makeParts(marta);
  const theirs = await nils.call('POST /api/lists', { body: { name: 'Of Nils' } });
  await nils.call('POST /api/recipients', { body: { list_id: theirs.list.id, recipient: 'slow.kitchen2' } });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Bought a mug' } });
  for (const recipient of ['slow.kitchens', 'slow.kitchen'])
    await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient } });
  await startCampaign(marta, { ...parts, name: 'Kiln open' });
  const agent = await startScriptedAgent(site, marta);
  while ((await agent.deliver('sent')) !== 'slow.kitchen');
  await marta.call('POST /api/campaigns', { body: { ...parts, list_id: list.id, name: 'Mug drop' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox', { name: 'Search' }).fill('@Slow.kitchen');
  const people = palette.getByRole('group', { name: 'People' }).getByRole('option');
  await people.nth(1).waitFor();
  assert.equal(await people.count(), 2, 'no people of Nils');
  const [exact] = await people.allInnerTexts();
  assert.match(
    exact ?? '',
    /@slow\.kitchen\nIn Bought a mug and Neighbours\s*Sent\s*\d\d-\d\d-\d{4}, Kiln open/,
  );
  await palette.locator('[data-combobox-selected]', { hasText: '@slow.kitchen' }).waitFor();
  await palette.getByRole('option', { name: 'Add slow.kitchen to a list' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await palette.getByRole('combobox').fill('https://www.instagram.com/Slow.kitchen/?hl=de');
  await palette.getByRole('option', { name: 'Put slow.kitchen on do-not-contact' }).waitFor();
  await palette.locator('[data-combobox-selected]', { hasText: '@slow.kitchen' }).waitFor();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '@slow.kitchen', level: 1 }).waitFor();
  await page.getByText(/^In 2 lists\. 1 message sent, the last on /).waitFor();
  const happened = page.getByRole('table', { name: 'What happened' }).getByRole('row');
  await happened.nth(1).getByText('after 1 other, once it starts').waitFor();
  await happened.nth(1).getByText('Not started').waitFor();
  await happened.nth(2).getByText('Sent', { exact: true }).waitFor();
  await happened
    .nth(2)
    .getByText(/^Hi slow\.kitchen/)
    .waitFor();
  await page.getByText('Mug drop would leave it out.').waitFor();
  const stop = page.getByRole('switch', { name: 'Do not contact @slow.kitchen' });
  await Promise.all([page.waitForResponse('**/api/do-not-contact'), stop.press('Space')]);
  await page.getByText('Mug drop leaves it out.').waitFor();
  assert.equal((await marta.call('GET /api/do-not-contact')).do_not_contact[0]?.recipient, 'slow.kitchen');
  await stop.and(page.locator('[aria-busy=false]')).waitFor();
  await Promise.all([page.waitForResponse('**/api/do-not-contact/*'), stop.press('Space')]);
  await page.getByText('Mug drop would leave it out.').waitFor();
  assert.equal((await marta.call('GET /api/do-not-contact')).do_not_contact.length, 0);
  await page.getByText('after 1 other, once it starts').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});

test('a person is removed from a list and added to another; an unknown name says so', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  await marta.call('POST /api/lists', { body: { name: 'Bought a mug' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${parts.list_id}`);
  await page.getByRole('link', { name: '@lena.hartog' }).click();
  await page.getByRole('button', { name: 'Take out of Neighbours' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
  await page.getByRole('heading', { name: 'Nobody of this name here' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Add to a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add @lena.hartog to a list' });
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await dialog.getByText('Choose a list', { exact: true }).last().waitFor();
  await dialog.getByLabel('List').selectOption({ label: 'Bought a mug (0 recipients)' });
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await page.getByRole('list', { name: 'Lists' }).getByRole('link', { name: 'Bought a mug' }).waitFor();
  // Erased, by the keyboard alone, and back to where the way began.
  await page.getByRole('list', { name: 'Lists' }).getByRole('link', { name: 'Bought a mug' }).click();
  await page.getByRole('link', { name: '@lena.hartog' }).click();
  await page.getByRole('button', { name: 'More for @lena.hartog' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Erase' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Erase @lena.hartog' });
  const typed = question.getByLabel('Type @lena.hartog to confirm');
  await typed.fill('lena');
  await typed.press('Enter');
  await question.getByText('Type the name exactly').waitFor();
  await question.getByText('After a backup is restored, erase again.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await typed.fill('@Lena.Hartog');
  await typed.press('Enter');
  await page.getByText('@lena.hartog is erased. Nobody of this name can be added again.').waitFor();
  await page.getByRole('heading', { name: 'Bought a mug', level: 1 }).waitFor();
  assert.deepEqual((await marta.call('GET /api/search', { query: { search: 'lena.hartog' } })).people, []);
  // An invalid name has a page, but cannot be added.
  await visit(page, '/people/not%20a%20name');
  await page.getByRole('heading', { name: 'Nobody of this name here' }).waitFor();
  await page.getByRole('button', { name: 'Add to a list' }).focus();
  await page.getByRole('tooltip').getByText('has a space').waitFor();
});
