import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, visit } from './testing/browser.ts';
import { pressItem } from './testing/menu.ts';
import { startSite, type Visitor } from './testing/site.ts';

test('deletions and changes are undone within six seconds, and the next row has the focus', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients/bulk', {
    body: { recipients: ['name.0', 'name.1', 'name.2'], list_id: list.id },
  });
  const params = { id: list.id };
  const statuses = async () => {
    const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params });
    return recipients.map(({ recipient, status }) => `${recipient} ${status}`).toSorted();
  };
  const { recipients } = await marta.call('GET /api/lists/{id}/recipients', { params });
  const [first, second] = recipients;
  assert.ok(first && second);
  await marta.call('PUT /api/recipients/{id}/status', {
    params: { id: first.id },
    body: { status: 'failed' },
  });
  // A name that an earlier rule allowed.
  first.recipient = 'a..b';
  await site.database.pool.query('update recipients set recipient = $1 where id = $2', ['a..b', first.id]);
  const before = await statuses();
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  const menu = page.getByRole('button', { name: `More for @${first.recipient}` });
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/recipients/${first.id}`, (route) => answer.promise.then(() => route.continue()), {
    times: 1,
  });
  await menu.press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Delete Recipient' }));
  await menu.waitFor({ state: 'detached' });
  answer.resolve();
  await page.getByText(`@${first.recipient} deleted.`).waitFor();
  await page.locator('tbody tr').first().locator(':focus').waitFor();
  assert.equal((await statuses()).length, 2);
  await page.keyboard.press('Control+z');
  await page.getByText('Taken back.').waitFor();
  await page.getByText('Showing 1 to 3 of 3 results').waitFor();
  assert.deepEqual(await statuses(), before);

  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Sent' }).click();
  await page.getByText('3 recipients updated.').waitFor();
  assert.ok((await statuses()).every((line) => line.endsWith(' sent')));
  await page.getByRole('button', { name: 'Undo' }).click();
  const filter = page.getByRole('combobox', { name: 'Status' });
  for (const words of ['Pending (2)', 'Failed (1)', 'Sent (0)'])
    await filter.getByText(words).waitFor({ state: 'attached' });
  assert.deepEqual(await statuses(), before);

  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete 3 recipients' }).click();
  await page.getByText('3 recipients deleted.').waitFor();
  assert.deepEqual(await statuses(), []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Showing 1 to 3 of 3 results').waitFor();
  assert.deepEqual(await statuses(), before);

  // A name that a started campaign has still to write to would not rejoin it.
  await startCampaign(marta, list.id);
  await page.getByRole('link', { name: 'Kiln open waits for the agent, running' }).waitFor();
  await page.getByRole('button', { name: `More for @${second.recipient}` }).press('Enter');
  await pressItem(page.getByRole('menuitem', { name: 'Set to Failed' }));
  const question = page.getByRole('dialog', { name: `Set the status of @${second.recipient}?` });
  await question.getByText('a started campaign has not written to yet').waitFor();
  await question.getByRole('button', { name: 'Set status' }).press('Enter');
  await page.getByText('Status changed.').waitFor();
  await filter.getByText('Failed (2)').waitFor({ state: 'attached' });
  const undo = page
    .getByRole('status')
    .filter({ hasText: 'Status changed.' })
    .getByRole('button', { name: 'Undo' });
  assert.equal(await undo.count(), 0);
  await visit(page, '/lists');
  await page.getByRole('button', { name: 'More for Newsletter' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete List Used by Kiln open', disabled: true }).waitFor();
});

test('several are deleted by one call and taken back by one, which says who is missing', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  await marta.call('POST /api/recipients/bulk', {
    body: { recipients: ['ada', 'bo', 'cy'], list_id: list.id },
  });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  await page.getByLabel('Select all on this page').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'Delete 3 recipients' }).click();
  await page.getByText('3 recipients deleted.').waitFor();
  await marta.call('POST /api/recipients', { body: { recipient: 'bo', list_id: list.id } });
  await page.getByRole('button', { name: 'Undo' }).click();
  const missing = 'The others are in the list again, or on do-not-contact.';
  await page.getByText(`2 of 3 recipients taken back. ${missing}`).waitFor();
  await page.getByText('Showing 1 to 3 of 3 results').waitFor();
  const calls = `POST /api/lists/${list.id}/recipients`;
  assert.deepEqual(changes, [`${calls}/bulk`, `${calls}/restore`]);
});

async function startCampaign({ call }: Visitor, list_id: number): Promise<void> {
  const folder = { profile_name: 'kiln.club', profile_path: '/p/kiln.club' };
  const { profile } = await call('POST /api/profiles', { body: folder });
  const message = { name: 'Kiln opening', content: 'The kiln opens.' };
  const { template } = await call('POST /api/templates', { body: message });
  await call('PUT /api/templates/{id}/select', { params: { id: template.id } });
  const { campaign } = await call('POST /api/campaigns', {
    body: { name: 'Kiln open', message_template_id: template.id, list_id, profiles_used: [profile.id] },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
}
