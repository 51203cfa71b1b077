import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';
import { changeWhoAndWhen } from './testing/who-and-when.ts';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const START = `${TOMORROW}T09:00:00.000Z`;

/** A scheduled campaign with limits, one of whose people was taken out, and another list. */
async function start(t: TestContext) {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, ['kiln.club', 'market_stall']);
  const [kiln = 0, market = 0] = parts.profiles_used;
  const body = { ...parts, profiles_used: [kiln], name: 'Raku', start_at: START, cap_day: 30, canary: 5 };
  const { id } = (await marta.call('POST /api/campaigns', { body })).campaign;
  const params = { id: parts.list_id };
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params });
  const recipient_ids = recipients.slice(0, 1).map((one) => one.id);
  await marta.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id },
    body: { recipient_ids },
  });
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Potters' } });
  await marta.call('POST /api/recipients', { body: { list_id: list.id, recipient: 'sea.glaze' } });
  const details = async () => (await marta.call('GET /api/campaigns/{id}', { params: { id } })).campaign;
  return { site, marta, parts, id, kiln, market, list: list.id, details };
}

test('everything of a scheduled campaign is changed in the form in which it was made', async (t) => {
  const { site, marta, id, kiln, market, list, details } = await start(t);
  // Its own profile sends elsewhere by now: the campaign keeps it.
  const { message_template_id } = await details();
  assert.ok(message_template_id);
  const other = { name: 'Other', message_template_id, list_id: list, profiles_used: [kiln] };
  const running = (await marta.call('POST /api/campaigns', { body: other })).campaign.id;
  await marta.call('POST /api/campaigns/{id}/start', { params: { id: running } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit Raku', level: 1 }).waitFor();
  await page
    .getByText(/^Everybody pending, .* at 09:00, at most 30 a day, a look after the first 5$/)
    .waitFor();
  await page.getByRole('checkbox', { name: 'kiln.club', checked: true }).waitFor();
  await page.getByText('2 people', { exact: true }).waitFor();
  await page.getByRole('button', { name: '1 left out: see why' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  // Nothing was changed yet: nothing is asked.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Raku', level: 1, exact: true }).waitFor();
  await page.goBack();

  await page.getByLabel('Campaign name').fill('Raku night');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByLabel('Recipient list').selectOption({ label: 'Potters (1 recipient)' });
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'market_stall' }).click();
  await changeWhoAndWhen(page);
  await page.getByLabel('At most a day').fill('0');
  await page.getByLabel('Campaign name').press('Enter');
  await page.getByText('A cap per day must be a whole number from 1 to 100000').first().waitFor();
  await page.getByLabel('At most a day').and(page.locator(':focus')).fill('20');
  await page.getByLabel('Begins: time').fill('10:30');
  await page.getByRole('checkbox', { name: /^Send to the first 5 people/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Campaign changed.').waitFor();
  await page.getByRole('heading', { name: 'Raku night', level: 1, exact: true }).waitFor();
  const { name, list_id: changed, profiles_used, start_at, cap_day, canary, stage } = await details();
  assert.deepEqual(
    [name, changed, profiles_used, start_at, cap_day, canary, stage],
    ['Raku night', list, [kiln, market], `${TOMORROW}T10:30:00.000Z`, 20, null, 'scheduled'],
  );
  await visit(page, `/campaigns/${id}/recipients?state=skipped`);
  await page.getByRole('tab', { name: 'Skipped 0' }).waitFor();

  await visit(page, `/campaigns/${running}/edit`);
  await page.getByText('A campaign that has started keeps its list, its message and its profiles.').waitFor();
  assert.deepEqual(await axeViolations(page), []);
});

test('a campaign keeps its message until the new text is taken, and what was typed when it starts', async (t) => {
  const { site, marta, parts, id, details } = await start(t);
  await marta.call('PUT /api/templates/{id}', {
    params: { id: parts.message_template_id },
    body: { name: 'Kiln opening', content: 'Hello {username}, come in.' },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns');
  await page.getByRole('button', { name: 'More for Raku' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByText('the kiln opens.').waitFor();
  await page.getByLabel('Campaign name').fill('Raku night');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'Raku night', level: 1, exact: true }).waitFor();
  assert.equal((await details()).template_content, 'Hi {username}, the kiln opens.');
  await visit(page, `/campaigns/${id}/edit`);
  await page.getByRole('button', { name: 'Take its new text' }).click();
  await page.getByText('come in.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(`**/campaigns/${id}`);
  assert.equal((await details()).template_content, 'Hello {username}, come in.');

  await visit(page, `/campaigns/${id}/edit`);
  await page.getByLabel('Campaign name').fill('Late');
  await marta.call('POST /api/campaigns/{id}/start', { params: { id } });
  await page.getByRole('paragraph').filter({ hasText: 'A campaign that has started keeps' }).waitFor();
  assert.equal(await page.getByLabel('Campaign name').inputValue(), 'Late');
  await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
});
