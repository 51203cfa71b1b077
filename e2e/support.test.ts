import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, openPage, SCREENS, violationsInLooks, visit } from './testing/browser.ts';
import { colourOf } from './testing/colour.ts';
import { endSessionsAndPress } from './testing/end-sessions.ts';
import { type Site, startSite, type Visitor } from './testing/site.ts';

const TICKET = { subject: 'Firefox closes again', description: 'It opens and closes after a while.' };

const STATUSES = [
  ['resolved', 'Resolved', 'green'],
  ['closed', 'Closed', 'grey'],
  ['open', 'Open', 'blue'],
  ['in_progress', 'In Progress', 'yellow'],
] as const;

async function expire(site: Site, username: string): Promise<void> {
  await site.database.pool.query(
    `update users set subscription_end_date = '2020-01-01T12:00:00Z' where username = $1`,
    [username],
  );
}

test('a ticket is made, answered and settled, live on both sides', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const his = await openPage(t, { url: site.url, token: nils.token });
  await his.goto('/dashboard');
  await his.getByRole('link', { name: 'Support', exact: true }).click();
  await his.getByRole('heading', { name: 'Support Tickets' }).waitFor();
  await his.getByText("You haven't created any support tickets yet.").waitFor();
  const hers = await openPage(t, { url: site.url, token: ida.token });
  await hers.goto('/support');
  await hers.getByRole('heading', { name: 'No tickets found' }).waitFor();
  await hers.getByText('Connected').waitFor();

  await his.getByRole('button', { name: 'Create Your First Ticket' }).click();
  const dialog = his.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await dialog.getByText('Subject is required').waitFor();
  await dialog.getByText('Description is required').waitFor();
  await dialog.getByLabel('Subject').and(his.locator(':focus')).waitFor();
  await dialog.getByLabel('Subject').fill(TICKET.subject);
  const choices = (await dialog.locator('option').allInnerTexts()).join(', ');
  assert.equal(
    choices,
    'Low, Medium, High, Urgent, General, Technical, Billing, Feature Request, Bug Report',
  );
  await dialog.getByLabel('Priority').selectOption('urgent');
  await dialog.getByLabel('Category').selectOption('bug_report');
  await dialog.getByLabel('Description').fill(TICKET.description);
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await his.getByText(/^Ticket created successfully! Ticket #[2-9B-Z]{4}-[2-9B-Z]{4}$/).waitFor();
  await his.getByRole('row', { name: /Urgent/ }).waitFor();

  // The administrator's list gets the event, and leads to it.
  const row = hers.getByRole('row', { name: new RegExp(TICKET.subject) });
  await row.getByRole('link', { name: 'nils', exact: true }).waitFor();
  await row.getByRole('link', { name: 'View details' }).click();
  await hers.getByRole('heading', { name: TICKET.subject }).waitFor();
  const told = (await hers.getByRole('definition').allInnerTexts()).map((text) => text.trim());
  assert.match(told[3] ?? '', /^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  assert.match(told[5] ?? '', /^Starter, ends /);
  assert.deepEqual(told.toSpliced(5, 1).toSpliced(3, 1), [
    ...['Open', 'Urgent', 'Bug Report', 'nils', 'Unassigned'],
  ]);
  const terms = await hers.getByRole('term').allInnerTexts();
  assert.equal(terms.join(), 'Status,Priority,Category,Created,Created By,Subscription,Assigned To');
  await his.getByRole('link', { name: TICKET.subject }).click();
  const send = his.getByRole('button', { name: 'Send' });
  await send.waitFor();
  assert.equal(await send.isDisabled(), true);
  assert.deepEqual(await his.getByRole('term').allInnerTexts(), [
    'Status',
    'Priority',
    'Category',
    'Created',
  ]);

  const box = hers.getByPlaceholder('Write to nils');
  await box.fill('Which version is it?');
  await box.press('Control+Enter');
  await hers.getByText('Message sent successfully').waitFor();
  assert.equal(await box.inputValue(), '');
  const log = his.getByRole('log', { name: 'Messages' });
  await log.getByText('Which version is it?').waitFor();
  await log.getByText('ida', { exact: true }).waitFor();
  await his.getByText('2 messages').waitFor();
  // Unsent text stays in its field.
  await his.route('**/messages', (route) => route.fulfill({ status: 503, json: { error: 'Not now.' } }));
  await his.getByLabel('Message', { exact: true }).fill('153.0');
  await send.click();
  await his.getByRole('alert').getByText('Not now.').waitFor();
  assert.equal(await his.getByLabel('Message', { exact: true }).inputValue(), '153.0');
  await his.unroute('**/messages');
  let sent = 0;
  his.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) sent += 1;
  });
  // Pressed again before it is drawn as disabled.
  await send.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await his.getByText('3 messages').waitFor();
  await hers.getByRole('log').getByText('153.0').waitFor();
  assert.equal(sent, 1);

  await hers.getByRole('button', { name: 'Update Ticket' }).click();
  const update = hers.getByRole('dialog');
  await update.getByLabel('Status').selectOption('in_progress');
  // Another administrator's change meanwhile stays.
  const id = Number(new URL(hers.url()).pathname.split('/').pop());
  await ida.call('PUT /api/support/{id}', { params: { id }, body: { priority: 'low' } });
  await update.getByLabel('Assign To').selectOption({ label: 'ida' });
  await update.getByRole('button', { name: 'Update Ticket' }).click();
  await hers.getByText('Ticket updated successfully').waitFor();
  await hers.getByRole('definition').filter({ hasText: 'Low' }).waitFor();
  for (const [status, words, colour] of STATUSES) {
    await hers.getByRole('button', { name: 'Update Ticket' }).press('Enter');
    await update.getByLabel('Status').selectOption(status);
    await update.getByRole('button', { name: 'Update Ticket' }).press('Enter');
    await update.waitFor({ state: 'detached' });
    await hers.locator('[data-tone]').filter({ hasText: words }).first().waitFor();
    assert.equal(await colourOf(hers, words), colour);
  }
  await hers.getByRole('definition').filter({ hasText: 'ida' }).waitFor();
  await his.getByText('In Progress').first().waitFor();
});

test('filters are in the address, and texts about pages only if there are several', async (t) => {
  const site = await startSite(t);
  const nils = await site.signUp('nils');
  const make = (subject: string, category: 'billing' | 'technical') =>
    nils.call('POST /api/support', { body: { ...TICKET, subject, category } });
  await make('First', 'billing');
  // As many as a day allows come after it.
  await site.database.pool.query(`update tickets set created_at = created_at - interval '2 days'`);
  for (let n = 1; n <= 20; n++) await make(`Next ${n}`, 'technical');
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/support?category=technical&status=open&priority=medium&search=next');
  await page.getByRole('link', { name: 'Next 20', exact: true }).waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  assert.equal(heads.join(), 'Ticket,Status,Priority,Category,Messages,Created,Actions');
  assert.deepEqual(await page.getByRole('main').getByRole('option').allTextContents(), [
    ...['All statuses', 'Open', 'In Progress', 'Resolved', 'Closed'],
    ...['All priorities', 'Urgent', 'High', 'Medium', 'Low'],
    ...['All categories', 'Technical', 'Billing', 'Feature Request', 'Bug Report', 'General'],
  ]);
  assert.equal(await page.getByText(/^Showing/).count(), 0);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Showing 1 to 20 of 21 results').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('link', { name: 'First', exact: true }).waitFor();
  await page.getByLabel('Status').selectOption('closed');
  await page.getByText('No tickets match your current filters.').waitFor();
  assert.equal(new URL(page.url()).search, '?status=closed');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('Showing 1 to 20 of 21 results').waitFor();
});

test('a ticket that does not exist or is another user’s is not found, and one that cannot be fetched leads back', async (t) => {
  const site = await startSite(t);
  const [nils, lena] = [await site.signUp('nils'), await site.signUp('lena')];
  const { id } = await nils.call('POST /api/support', { body: TICKET });
  const page = await openPage(t, { url: site.url, token: lena.token });
  for (const path of [`/support/${id}`, '/support/999', '/support/abc']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Support ticket not found' }).waitFor();
    await page
      .getByText("The support ticket you're looking for doesn't exist or has been removed.")
      .waitFor();
  }
  assert.deepEqual(await axeViolations(page), []);
  const heading = Promise.withResolvers<void>();
  await page.route(/\/api\/support\/\d+/, async (route) => {
    await heading.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await visit(page, `/support/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Ticket', exact: true }).waitFor();
  heading.resolve();
  await page.waitForURL('**/support');
  await page.getByRole('alert').getByText('Failed to fetch ticket details', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No tickets found' }).waitFor();
});

test('Renew opens a ticket that asks for a longer subscription, and support needs none', async (t) => {
  const site = await startSite(t);
  const nils = await site.signUp('nils');
  await expire(site, 'nils');
  await site.database.pool.query(`select notify_user(now(), id, 'wishes', '{"count": 1}') from users`);
  const page = await openPage(t, { url: site.url, token: nils.token });
  await page.goto('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 });
    for (const path of ['/campaigns', '/unread-checker', '/firefox-profiles']) {
      await visit(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('banner').getByText('Subscription Expired').waitFor();
      assert.deepEqual(await brokenWords(page), [], `${path} at ${width}`);
    }
  }
  // Beside the header's notice too, on screens without a notice of their own.
  const renew = (place: Locator) => place.getByRole('button', { name: 'Renew', exact: true });
  await renew(page.getByRole('banner')).click();
  await page.getByRole('dialog').getByLabel('Subject').waitFor();
  await page.setViewportSize(SCREENS.desktop);
  for (const [path, place] of [
    ['/campaigns', 'main'],
    ['/settings', 'main'],
    ['/support', 'banner'],
  ] as const) {
    await page.goto(path);
    await renew(page.getByRole(place)).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Subject').waitFor();
    assert.equal(await dialog.getByLabel('Subject').inputValue(), 'Renew my Starter subscription');
    assert.equal(await dialog.getByLabel('Category').inputValue(), 'billing');
    assert.match(await dialog.getByLabel('Description').inputValue(), /It ended 01-01-2020 \d\d:\d\d\.$/);
    await dialog.getByRole('button', { name: 'Create Ticket' }).click();
    await page.getByText('Ticket created successfully!').waitFor();
  }
  const { tickets } = await nils.call('GET /api/support', { query: { category: 'billing' } });
  assert.equal(tickets.length, 3);

  // After a lost session that button's dialog opens again, with the added text.
  await renew(page.getByRole('banner')).click();
  const description = page.getByRole('dialog').getByLabel('Description');
  await description.fill('Two years, please.');
  await endSessionsAndPress(site, page.getByRole('button', { name: 'Create Ticket' }));
  await page.getByLabel('Password', { exact: true }).fill(nils.password);
  await page.getByLabel('Username').fill('nils');
  await page.keyboard.press('Enter');
  await description.waitFor();
  assert.equal(await description.inputValue(), 'Two years, please.');
});

test('support has no accessibility violation on any screen, and works by keyboard alone', async (t) => {
  const site = await startSite(t);
  const [ida, nils] = [await signUpAdmin(site, 'ida'), await site.signUp('nils')];
  const id = await makeThread(nils, ida);
  const page = await openPage(t, { url: site.url, token: ida.token });
  await page.goto('/support');
  await page.getByRole('link', { name: TICKET.subject }).waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'list');
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await page.getByLabel('Subject').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'new');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visit(page, `/support/${id}`);
  await page.getByRole('log').getByText('Which version?').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'ticket');
  await page.getByRole('button', { name: 'Update Ticket' }).click();
  await page.getByLabel('Assign To').waitFor();
  assert.deepEqual(await violationsInLooks(page), [], 'update');
  const asker = await openPage(t, { url: site.url, token: nils.token });
  await asker.goto('/support');
  await asker.getByRole('link', { name: TICKET.subject }).press('Enter');
  const box = asker.getByLabel('Message', { exact: true });
  await box.waitFor();
  await box.press('1');
  await asker.keyboard.press('Tab');
  await asker.keyboard.press('Enter');
  await asker.getByText('Message sent successfully').waitFor();
  await asker.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Message');
});

async function makeThread(nils: Visitor, ida: Visitor): Promise<number> {
  const { id } = await nils.call('POST /api/support', { body: { ...TICKET, priority: 'urgent' } });
  const say = (who: Visitor, message: string) =>
    who.call('POST /api/support/{id}/messages', { params: { id }, body: { message } });
  await say(nils, 'The others are fine.');
  await say(ida, 'Which version?');
  return id;
}

/** The words of the screen's heading that break or overflow, and whether the page scrolls sideways. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const text = heading.firstChild;
    const end = heading.getBoundingClientRect().right + 1;
    const words = [...(heading.textContent?.matchAll(/\S+/g) ?? [])];
    const broken = words.flatMap(({ 0: word, index }) => {
      if (!text) return [];
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()];
      return lines.length === 1 && lines.every(({ right }) => right <= end) ? [] : [word];
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...broken, 'the page scrolls sideways'] : broken;
  });
}
