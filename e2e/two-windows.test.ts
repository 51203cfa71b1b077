import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

// Two windows have the same row open and save different fields at the same moment: each save sends its own field only,
// and both are kept.

test('two windows change different fields of one template, and both stay', async (t) => {
  const { marta, openTwo } = await openSite(t);
  await marta.call('POST /api/templates', { body: { name: 'Raku', content: 'Hello' } });
  const [one, other] = await openTwo('/templates', (page) =>
    page.getByRole('button', { name: 'Edit Raku' }).click(),
  );
  await one.getByLabel('Name').fill('Raku night');
  await other.getByLabel('Message').fill('The kiln is hot.');
  assert.deepEqual(await saveBoth([one, other], 'Save Template'), [
    { name: 'Raku night' },
    { content: 'The kiln is hot.' },
  ]);
  const [saved] = (await marta.call('GET /api/templates')).templates;
  assert.deepEqual([saved?.name, saved?.content], ['Raku night', 'The kiln is hot.']);
});

test('two windows change different fields of one list, and both stay', async (t) => {
  const { marta, openTwo } = await openSite(t);
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter', description: 'May' } });
  const [one, other] = await openTwo('/lists', (page) =>
    chooseItem(page, 'More for Newsletter', 'Edit List'),
  );
  await one.getByLabel('Name').fill('Kiln club');
  await other.getByLabel('Description').fill('Asked in June');
  assert.deepEqual(await saveBoth([one, other], 'Save List'), [
    { name: 'Kiln club' },
    { description: 'Asked in June' },
  ]);
  const saved = (await marta.call('GET /api/lists/{id}', { params: { id: list.id } })).list;
  assert.deepEqual([saved.name, saved.description], ['Kiln club', 'Asked in June']);
});

test('two windows change different fields of one profile, and both stay', async (t) => {
  const { marta, openTwo } = await openSite(t);
  const body = { profile_name: 'kiln.club', profile_path: '/p/kiln', insta_username: 'kiln' };
  await marta.call('POST /api/profiles', { body });
  const [one, other] = await openTwo('/profiles', (page) =>
    chooseItem(page, 'More for kiln.club', 'Edit Profile'),
  );
  await one.getByLabel('Profile name').fill('kiln.house');
  await other.getByLabel('Instagram username').fill('kiln.moved');
  assert.deepEqual(await saveBoth([one, other], 'Save Profile'), [
    { profile_name: 'kiln.house' },
    { insta_username: 'kiln.moved' },
  ]);
  const [saved] = (await marta.call('GET /api/profiles')).profiles;
  assert.deepEqual(
    [saved?.profile_name, saved?.profile_path, saved?.insta_username],
    ['kiln.house', '/p/kiln', 'kiln.moved'],
  );
});

test('two administrators change different fields of one account, and both stay', async (t) => {
  const { ida, openTwo } = await openSite(t);
  const [one, other] = await openTwo(
    '/users',
    (page) => chooseItem(page, 'More for marta', 'Edit User'),
    ida.token,
  );
  await one.getByRole('dialog').getByLabel('Pack').selectOption('pro');
  await other.getByLabel('Active Account').uncheck();
  assert.deepEqual(await saveBoth([one, other], 'Save User'), [{ pack: 'pro' }, { is_active: false }]);
  const { users } = await ida.call('GET /api/users', { query: { search: 'marta' } });
  assert.deepEqual([users[0]?.pack, users[0]?.is_active, users[0]?.role], ['pro', false, 'user']);
});

test('two administrators change different fields of one ticket, and both stay', async (t) => {
  const { marta, ida, openTwo } = await openSite(t);
  const { id } = await marta.call('POST /api/support', {
    body: { subject: 'Firefox closes', description: 'Again' },
  });
  const [one, other] = await openTwo(
    `/support/${id}`,
    (page) => page.getByRole('button', { name: 'Update Ticket' }).click(),
    ida.token,
  );
  await one.getByRole('dialog').getByLabel('Status').selectOption('in_progress');
  await other.getByRole('dialog').getByLabel('Priority').selectOption('urgent');
  assert.deepEqual(await saveBoth([one, other], 'Update Ticket', 'dialog'), [
    { status: 'in_progress' },
    { priority: 'urgent' },
  ]);
  const { ticket } = await ida.call('GET /api/support/{id}', { params: { id } });
  assert.deepEqual([ticket.status, ticket.priority, ticket.assigned_to], ['in_progress', 'urgent', null]);
});

test('two windows change different settings of one card, or of two, and all stay', async (t) => {
  const { marta, openTwo } = await openSite(t);
  const before = (await marta.call('GET /api/settings')).settings;
  const [one, other] = await openTwo('/settings', (page) => page.getByText('Each profile waits').waitFor());
  await one.getByLabel('Maximum Retries').fill('7');
  await other.getByLabel('Delay End (seconds)').fill('470');
  assert.deepEqual(await saveBoth([one, other], 'Save Settings'), [{ max_retries: 7 }, { delay_end: 470 }]);

  await one.getByLabel('Skip people who were messaged').check();
  await one.getByLabel('For how many days').fill('60');
  const names = other.getByRole('combobox', { name: 'Recipient format' });
  const bodies = await sendBoth(
    [one, other],
    [
      () => one.getByRole('button', { name: 'Save', exact: true }).click(),
      () => names.selectOption('Addresses'),
    ],
  );
  assert.deepEqual(bodies, [{ never_twice_days: 60 }, { names: 'address' }]);
  assert.deepEqual((await marta.call('GET /api/settings')).settings, {
    ...before,
    max_retries: 7,
    delay_end: 470,
    never_twice_days: 60,
    names: 'address',
  });
});

test('a delay that contradicts another window’s is refused, and that window’s value is then shown', async (t) => {
  const { marta, openTwo } = await openSite(t);
  const [page] = await openTwo('/settings', (page) => page.getByText('Each profile waits').waitFor());
  await page.getByLabel('Delay Start (seconds)').fill('440');
  await marta.call('PUT /api/settings', { body: { delay_end: 400 } });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Delay end must be greater than or equal to delay start').first().waitFor();
  const end = page.getByLabel('Delay End (seconds)');
  await page.waitForFunction(
    (field) => (field as HTMLInputElement).value === '400',
    await end.elementHandle(),
  );
  assert.equal(await page.getByLabel('Delay Start (seconds)').inputValue(), '440');
  const { delay_start, delay_end } = (await marta.call('GET /api/settings')).settings;
  assert.deepEqual([delay_start, delay_end], [350, 400]);
});

test('a dialog that is saved unchanged closes, and sends nothing', async (t) => {
  const { marta, openTwo } = await openSite(t);
  await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  const [page] = await openTwo('/lists', (page) => chooseItem(page, 'More for Newsletter', 'Edit List'));
  const asked = requestsOf(page);
  await page.getByRole('button', { name: 'Save List' }).click();
  await page.getByText('List saved.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(asked, []);
});

async function chooseItem(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openSite(t: TestContext) {
  const site = await startSite(t);
  const [marta, ida] = [await site.signUp('marta'), await signUpAdmin(site, 'ida')];
  const openTwo = async (path: string, prepare: (page: Page) => Promise<unknown>, token = marta.token) => {
    const pages = [await openPage(t, { url: site.url, token }), await openPage(t, { url: site.url, token })];
    for (const page of pages) {
      await page.goto(path);
      await prepare(page);
    }
    return pages as [Page, Page];
  };
  return { marta, ida, openTwo };
}

/** Presses the same button in both windows. */
function saveBoth(pages: [Page, Page], name: string, within: 'main' | 'dialog' = 'main') {
  const press = (page: Page) => () =>
    (within === 'dialog' ? page.getByRole('dialog') : page).getByRole('button', { name }).click();
  return sendBoth(pages, [press(pages[0]), press(pages[1])]);
}

/**
 * Saves in both windows, and lets neither save through before both are on their way. Returns what they sent; no other
 * call may come before.
 */
async function sendBoth(pages: [Page, Page], saves: [() => Promise<unknown>, () => Promise<unknown>]) {
  const held: { request: Request; release: () => Promise<void> }[] = [];
  for (const [index, page] of pages.entries()) {
    const asked = requestsOf(page);
    const sent = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route, request) => {
      if (request.method() !== 'PUT') return route.fallback();
      held.push({ request, release: () => route.continue() });
      sent.resolve();
    });
    await saves[index]?.();
    await sent.promise;
    const { pathname } = new URL(held[index]?.request.url() ?? '');
    // Cards below the first screenful may still fetch what they show.
    const ofSaved = asked.filter((call) => pathname.startsWith(call.split(' ')[1] ?? ''));
    assert.deepEqual(ofSaved, [`PUT ${pathname}`], 'what is saved is not read before');
  }
  for (const [index, { request, release }] of held.entries()) {
    const page = pages[index] as Page;
    const answered = page.waitForResponse((response) => response.request() === request);
    await release();
    assert.equal((await answered).status(), 200);
    await page.unrouteAll();
  }
  return held.map(({ request }) => request.postDataJSON());
}

/** Collects the page's later calls as method and path, except polls. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isPolled = pathname === '/api/users' && search.includes('page=');
    if (pathname.startsWith('/api/') && !isPolled) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
}
