import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
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
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByText('Hi Ann, see you in Oslo {soon}.').waitFor();
  await page.getByRole('button', { name: 'Next person' }).click();
  await page.getByText('Hi there, see you in Malmö {soon}.').waitFor();
  assert.deepEqual(await violationsInLooks(page), []);

  await visit(page, '/templates');
  await page.getByText('Hi Ann, see you in Oslo {soon}.').waitFor();
  await page.getByLabel('Read as').fill('cy');
  await page.getByText('Hi Cy, see you in no city {soon}.').waitFor();
  await page.getByLabel('Read as').fill('');
  await page.getByText(IN_WORDS).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  // One from before blanks is sent as it stands.
  await site.database.pool.query(`
    alter table campaigns disable trigger text_is_read;
    update campaigns set parts = null;
    alter table campaigns enable trigger text_is_read`);
  // Its text is fetched anew.
  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByText(CONTENT).waitFor();
});

test('the editor pages through the people of a chosen list, with the worst case and those who are left out', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await makeTowns(marta);
  const { lists } = await marta.call('GET /api/lists', { query: {} });
  const { fields } = await marta.call('GET /api/fields', { query: {} });
  await marta.call('POST /api/recipients/import', {
    body: {
      list_id: lists.find(({ name }) => name === 'Neighbours')?.id ?? 0,
      columns: [{ field: fields.find(({ name }) => name === 'city')?.id ?? 0 }],
      rows: [['lena.hartog', 'y'.repeat(500)]],
    },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Edit Towns' }).click();
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const reads = (name: string) =>
    preview
      .locator('div')
      .filter({ has: page.getByRole('heading', { name: `What ${name} reads` }) })
      .last();
  await reads('ann').getByText('1 of 3').waitFor();
  await preview.getByText('Hi Ann, see you in Oslo {soon}.').waitFor();
  // The worst case is the one with the most fallbacks.
  await reads('bea').getByText('no first name').waitFor();
  await preview.getByText('Hi there, see you in Malmö {soon}.').waitFor();
  // 'Hi there, see you in Malmö {soon}.' is the longest: cy gets none.
  await dialog.getByText(`${CONTENT.length} of 1,000, at most 34 once filled`).waitFor();
  // Before the first one comes the last.
  await preview.getByRole('button', { name: 'Previous person' }).click();
  await reads('cy').getByText('3 of 3').waitFor();
  await preview.getByText('cy has nothing for “city”: campaigns leave them out.').waitFor();
  await preview.getByRole('button', { name: 'Next person' }).click();
  await reads('ann').getByText('1 of 3').waitFor();

  const show = dialog.getByRole('button', { name: 'Show the 1' });
  await show.press('Enter');
  await dialog.getByRole('link', { name: 'cy' }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  // With a word for who lacks one, nobody is skipped, and the longest message is the worst case.
  await dialog.getByLabel('Message').fill('Hi {first_name|x}, see you in {city|town}.');
  await show.waitFor({ state: 'detached' });
  await reads('bea').getByText('no first name').waitFor();
  await dialog.getByLabel('Message').fill('{username} of {city|town}');
  await reads('cy').getByText('no city').waitFor();
  await dialog.getByLabel('Message').fill('{city}'.repeat(7));
  await reads('bea').getByText('the longest, 35 characters').waitFor();
  await dialog.getByLabel('Message').fill(`${'x'.repeat(990)}{city}`);
  await dialog.getByText('1 of the 3 recipients of Towns has nothing for “city”').waitFor();
  await dialog.getByText('996 of 1,000, at most 995 once filled').waitFor();
  await dialog.getByLabel('Message').fill(`${'x'.repeat(988)}{city}{city}`);
  await dialog.getByText('1,000 of 1,000, at most 998 once filled').waitFor();

  // A count that fails says so, and can be asked for again.
  await page.route('**/api/campaigns/plan', (route) =>
    route.fulfill({ status: 500, json: { error: 'The database sleeps.' } }),
  );
  await dialog.getByLabel('People of').selectOption('Neighbours (3 recipients)');
  await reads('lena.hartog').getByText('1 of 3').waitFor();
  await dialog.getByText('Failed to count who gets it.').waitFor();
  await page.unroute('**/api/campaigns/plan');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByText('2 of the 3 recipients of Neighbours have nothing for “city”').waitFor();
  await dialog
    .getByText('1 of the 3 recipients of Neighbours would get more than 1,000 characters')
    .waitFor();
  await dialog.getByText('1,000 of 1,000, more than 1,000 once filled').waitFor();
});

test('a word for who lacks a value is written where it is missed: into the template, or into one campaign', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeTowns(marta);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Before' } });
  await marta.call('POST /api/do-not-contact', { body: { recipient: 'ann' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Message template').selectOption({ label: 'Towns' });
  await page.getByLabel('Recipient list').selectOption(String(parts.list_id));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Who gets it' }) });
  await card.getByText('1 of 3 pending people').waitFor();
  const write = card.getByRole('button', { name: 'Write one' });
  await write.press('Enter');
  const word = card.getByLabel('Word for “city”');
  await card.getByText('Saving changes the template “Towns”, so later campaigns too.').waitFor();
  // Enter neither saves nothing nor creates the campaign.
  await word.press('Enter');
  await card.getByText('Write a word').waitFor();
  await card.getByRole('button', { name: 'Cancel' }).click();
  assert.ok(await write.evaluate((one) => one === document.activeElement));
  await write.press('Enter');
  await word.fill('your {town}');
  assert.deepEqual(await axeViolations(page), []);
  await word.press('Enter');
  await card.getByText('2 of 3 pending people').waitFor();
  const { templates } = await marta.call('GET /api/templates', {});
  const written = CONTENT.replace('{city}', String.raw`{city|your \{town\}}`);
  assert.deepEqual(
    templates.map(({ content }) => content).filter((content) => content.includes('city')),
    [written],
  );
  assert.equal((await marta.call('GET /api/campaigns', { query: {} })).campaigns.length, 1);

  // The campaign from before has its own text.
  await page.goto(`/campaigns/${campaign.id}`);
  const who = page.getByRole('status').filter({ hasText: 'left out' });
  const reasons = '1 on your do-not-contact list, 1 has nothing for “city”';
  await who.filter({ hasText: `1 person gets it · 2 left out: ${reasons}` }).waitFor();
  await page.getByRole('button', { name: '2 left out: see why' }).click();
  await page.getByRole('button', { name: 'Nothing for “city” 1' }).click();
  await page.getByRole('link', { name: 'cy' }).waitFor();
  await page.getByRole('button', { name: 'Write one' }).click();
  await page.getByLabel('Word for “city”').fill('town');
  await page.getByText('Saving changes the message of this campaign only.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await who.filter({ hasText: '2 people get it · 1 left out: on your do-not-contact list' }).waitFor();
});

test('before its start a campaign that loses nobody says so, with fields or without', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const parts = await makeTowns(marta);
  const plain = await marta.call('POST /api/templates', {
    body: { name: 'Plain', content: 'Hi {username}' },
  });
  const whole = await marta.call('POST /api/templates', {
    body: { name: 'Whole', content: 'Hi {city|you}' },
  });
  const ids = [];
  for (const { template } of [plain, whole]) {
    const body = { ...parts, message_template_id: template.id, name: template.name };
    ids.push((await marta.call('POST /api/campaigns', { body })).campaign.id);
  }
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  for (const [id, message] of [
    [ids[0], 'Hi ann'],
    [ids[1], 'Hi Oslo'],
  ] as const) {
    await visit(page, `/campaigns/${id}`);
    await page.getByRole('status').filter({ hasText: '3 people get it' }).waitFor();
    assert.equal(await page.getByText('left out').count(), 0);
    await page.getByText(message, { exact: true }).waitFor();
  }
});
