import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, violationsInLooks, visit } from './testing/browser.ts';
import { startSite, type Visitor } from './testing/site.ts';

const TICKET = { subject: 'Firefox closes again', description: 'It opens and closes after a while.' };

const make = async (user: Visitor, part: object = {}) =>
  (await user.call('POST /api/support', { body: { ...TICKET, ...part } })).id;

const write = (user: Visitor, id: number, message: string) =>
  user.call('POST /api/support/{id}/messages', { params: { id }, body: { message } });

test('an answer is marked for its user in the menu, on the ticket and in the tab, until it is read', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const id = await make(nils);
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/settings');
  await page.getByText('Connected').waitFor();
  assert.equal(await page.title(), 'Settings – Pigeonpost');
  await write(ida, id, 'Which version is it?');
  await page.waitForFunction(() => document.title === '(1) Settings – Pigeonpost');
  await page.getByRole('link', { name: 'Support 1 with a new answer' }).click();
  const row = page.getByRole('row', { name: /Firefox closes again/ });
  await row.getByText('New answer').waitFor();
  await row.getByRole('link', { name: TICKET.subject }).click();
  await page.getByText('Which version is it?').waitFor();
  await page.waitForFunction(() => /^#.* – Pigeonpost$/.test(document.title));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click();
  await row.waitFor();
  assert.equal(await row.getByText('New answer').count(), 0);
});

test('an administrator sees who waits, takes a ticket, answers and resolves it, and a message opens it again', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const lena = await site.signUp('lena');
  const first = await make(nils, { subject: 'Waits longest' });
  await make(lena, { subject: 'Burns', priority: 'urgent' });
  const answered = await make(lena, { subject: 'Answered' });
  await write(ida, answered, 'Done.');
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/support');
  await page.getByRole('link', { name: 'Support 2 waiting' }).waitFor();
  for (const tab of ['Waiting for us 2', 'Waiting for them 1', 'Resolved 0', 'Closed 0', 'All 3'])
    await page.getByRole('tab', { name: tab, exact: true }).waitFor();
  const heads = (await page.getByRole('columnheader').allInnerTexts()).join();
  assert.equal(heads, 'Ticket,User,Last message,Assigned to,Priority,Actions');
  await page.getByText('View details', { exact: true }).first().waitFor();
  const subjects = () => page.locator('tbody tr td:first-child a').allInnerTexts();
  assert.deepEqual(await subjects(), ['Burns', 'Waits longest']);
  await page.getByRole('button', { name: 'Last message' }).click();
  await page.waitForURL(/sort_by=last_message_asc/);
  await page.waitForFunction(
    () => document.querySelector('tbody tr td:first-child a')?.textContent === 'Waits longest',
  );
  const row = page.getByRole('row', { name: /Waits longest/ });
  await row.getByRole('button', { name: /^Take/ }).click();
  await row.getByText('You').waitFor();
  await page.getByLabel('Assigned to').selectOption('me');
  await page.waitForURL(/assigned=me/);
  await page.getByRole('row', { name: /Burns/ }).waitFor({ state: 'detached' });
  await row.getByRole('link', { name: 'Waits longest' }).click();
  // The user's name leads to the account.
  await page.getByRole('log', { name: 'Messages' }).getByRole('link', { name: 'nils' }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('It is mended.');
  await page.getByRole('button', { name: 'Send and resolve' }).click();
  await page.getByText('Message sent successfully').waitFor();
  await page.locator('[data-tone]').filter({ hasText: 'Resolved' }).first().waitFor();
  await page.getByRole('link', { name: 'Support 1 waiting' }).waitFor();
  await write(nils, first, 'It is not.');
  await page.locator('[data-tone]').filter({ hasText: 'Open' }).first().waitFor();
  await page.getByRole('link', { name: 'Support 2 waiting' }).waitFor();
  await page.getByRole('definition').getByRole('link', { name: 'nils' }).click();
  await page.waitForURL(/\/users\?search=nils$/);
});

test('a long thread shows its end, and the beginning when it is asked for', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const id = await make(nils);
  for (let n = 2; n <= 60; n++) await write(ida, id, `Message ${n}`);
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto(`/support/${id}`);
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('Message 60').waitFor();
  assert.equal(await log.getByText(TICKET.description).count(), 0);
  await log.getByRole('button', { name: 'Show earlier messages' }).click();
  await log.getByText(TICKET.description).waitFor();
  assert.equal(await log.getByRole('button', { name: 'Show earlier messages' }).count(), 0);
  // A new message joins them.
  await write(ida, id, 'Message 61');
  await log.getByText('Message 61').waitFor();
  await log.getByText(TICKET.description).waitFor();
});

test('axe finds nothing on the queue of tickets, on a phone in the dark and on a desk in the light', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const id = await make(nils, { priority: 'urgent' });
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/support');
  await page.getByRole('link', { name: TICKET.subject }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
  await visit(page, `/support/${id}`);
  await page.getByRole('button', { name: 'Send and resolve' }).waitFor();
  assert.deepEqual(await violationsInLooks(page), []);
});
