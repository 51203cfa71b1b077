import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { axeViolations, openPage, violationsInLooks, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';
import { changeWhoAndWhen } from './testing/who-and-when.ts';

// Without the practice inbox a start can be undone for 20 seconds; then a pause must be set.
async function start(t: TestContext) {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta, undefined, 30);
  const drafts = async () =>
    (await marta.call('GET /api/campaigns', { query: { status: 'draft' } })).campaigns;
  return { site, marta, parts, drafts };
}

test('typed input is kept as a draft on leaving, found by its tab, and finished in the same form', async (t) => {
  const { site, marta, parts, drafts } = await start(t);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Raku');
  await changeWhoAndWhen(page);
  await page.getByLabel('At most a day').fill('30');
  await page.getByText('Later', { exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard this campaign?' });
  await page.getByRole('link', { name: 'Cancel' }).click();
  assert.deepEqual(await axeViolations(page), []);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  assert.deepEqual(await drafts(), []);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByText('Draft saved.').waitFor();
  const [draft] = await drafts();
  assert.deepEqual(
    [draft?.name, draft?.message_template_id, draft?.list_id, draft?.cap_day, draft?.start_at?.slice(11)],
    ['Raku', parts.message_template_id, parts.list_id, 30, '09:00:00.000Z'],
  );

  await page.getByRole('tab', { name: 'Drafts 1' }).click();
  await page.getByText('Draft', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Start Raku' }).count(), 0);
  await page.getByRole('link', { name: 'Raku', exact: true }).click();
  await page.getByRole('heading', { name: 'Raku', level: 1 }).waitFor();
  const name = page.getByLabel('Campaign name');
  assert.equal(await name.inputValue(), 'Raku');
  await page.getByText(/^Everybody pending, \w{3} \d\d-\d\d at 09:00, at most 30 a day$/).waitFor();
  await page.getByText('3 people', { exact: true }).waitFor();

  // What was saved is left without a question, what was typed since is not.
  await name.fill('Raku night');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const ofDraft = page.getByRole('dialog', { name: 'Discard your changes?' });
  await ofDraft.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('link', { name: 'Raku night', exact: true }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Raku night', exact: true }).click();

  await changeWhoAndWhen(page);
  await page.getByLabel('At most a day').fill('');
  await page.getByText('When I press Start', { exact: true }).click();
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('Campaign created. Press Start to begin sending.').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await page.getByText('Pending', { exact: true }).first().waitFor();
  const { campaign } = await marta.call('GET /api/campaigns/{id}', { params: { id: draft?.id ?? 0 } });
  assert.deepEqual([campaign.name, campaign.stage, campaign.cap_day], ['Raku night', null, null]);
});

test('a draft without anything is shown, finished with a start, and deleted from its row', async (t) => {
  const { site, marta, drafts } = await start(t);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { draft: true } });
  const { id } = campaign;
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('heading', { name: 'Draft without a name', level: 1 }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('Name the campaign').waitFor();
  await visit(page, `/campaigns/${id}/plan`);
  await page.getByText('This is a draft. It has no plan yet.').waitFor();
  await page.getByRole('link', { name: 'Finish it' }).click();
  await page.getByLabel('Campaign name').fill('Kiln open');
  await page.getByRole('button', { name: 'Create and start' }).click();
  await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).click();
  await page.getByText('Start undone: nothing was sent.').waitFor();
  assert.deepEqual(await drafts(), []);

  await marta.call('POST /api/campaigns', { body: { draft: true } });
  await visit(page, '/campaigns');
  await page.getByRole('button', { name: 'More for Draft without a name' }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
  const question = page.getByRole('dialog', { name: 'Delete Draft without a name?' });
  await question.getByText('Its list and its template stay.').waitFor();
  await question.getByRole('button', { name: 'Delete campaign' }).click();
  await page.getByText('Campaign deleted.').waitFor();
  assert.deepEqual(await drafts(), []);
});

test('a fifty-first draft is refused, and what was typed stays', async (t) => {
  const { site, marta, drafts } = await start(t);
  for (let count = 0; count < 50; count++)
    await marta.call('POST /api/campaigns', { body: { draft: true, name: `Draft ${count}` } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/campaigns/new');
  await page.getByLabel('Campaign name').fill('Raku');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click();
  await page.getByText('You have 50 drafts. Finish or delete one first.').waitFor();
  assert.equal(await page.getByLabel('Campaign name').inputValue(), 'Raku');
  assert.equal(
    (await drafts()).some(({ name }) => name === 'Raku'),
    false,
  );
});
