import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page, Request } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { openPage, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

// Each save sends its own field only. Both windows stay open from one thing to the next.
test('two windows save different fields of the same thing at the same moment, and both stay', async (t) => {
  const { marta, ida, openBoth } = await openWindows(t);

  await t.test('of a template', async () => {
    await ida.call('POST /api/templates', { body: { name: 'Raku', content: 'Hello' } });
    const [one, other] = await openBoth('/templates', (page) =>
      page.getByRole('button', { name: 'Edit Raku' }).click(),
    );
    await one.getByLabel('Name').fill('Raku night');
    await other.getByLabel('Message').fill('The kiln is hot.');
    assert.deepEqual(await saveBoth([one, other], 'Save Template'), [
      { name: 'Raku night' },
      { content: 'The kiln is hot.' },
    ]);
    const [saved] = (await ida.call('GET /api/templates')).templates;
    assert.deepEqual([saved?.name, saved?.content], ['Raku night', 'The kiln is hot.']);
  });

  await t.test('of a list, whose dialog sends nothing where nothing is changed', async () => {
    const { list } = await ida.call('POST /api/lists', { body: { name: 'Newsletter', description: 'May' } });
    const [one, other] = await openBoth('/lists', (page) =>
      chooseItem(page, 'More for Newsletter', 'Edit List'),
    );
    await one.getByLabel('Name').fill('Kiln club');
    await other.getByLabel('Description').fill('Asked in June');
    assert.deepEqual(await saveBoth([one, other], 'Save List'), [
      { name: 'Kiln club' },
      { description: 'Asked in June' },
    ]);
    const saved = (await ida.call('GET /api/lists/{id}', { params: { id: list.id } })).list;
    assert.deepEqual([saved.name, saved.description], ['Kiln club', 'Asked in June']);

    const dialog = one.getByRole('dialog');
    await dialog.waitFor({ state: 'detached' });
    await one.getByText('List saved.').waitFor({ state: 'detached' });
    await chooseItem(one, 'More for Kiln club', 'Edit List');
    const asked = requestsOf(one);
    await dialog.getByRole('button', { name: 'Save List' }).click();
    await one.getByText('List saved.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(asked, []);
  });

  await t.test('of a profile', async () => {
    const body = { profile_name: 'kiln.club', profile_path: '/p/kiln', insta_username: 'kiln' };
    await ida.call('POST /api/profiles', { body });
    const [one, other] = await openBoth('/profiles', (page) =>
      chooseItem(page, 'More for kiln.club', 'Edit Profile'),
    );
    await one.getByLabel('Profile name').fill('kiln.house');
    await other.getByLabel('Instagram username').fill('kiln.moved');
    assert.deepEqual(await saveBoth([one, other], 'Save Profile'), [
      { profile_name: 'kiln.house' },
      { insta_username: 'kiln.moved' },
    ]);
    const [saved] = (await ida.call('GET /api/profiles')).profiles;
    assert.deepEqual(
      [saved?.profile_name, saved?.profile_path, saved?.insta_username],
      ['kiln.house', '/p/kiln', 'kiln.moved'],
    );
  });

  await t.test('of a ticket', async () => {
    const { id } = await marta.call('POST /api/support', {
      body: { subject: 'Firefox closes', description: 'Again' },
    });
    const [one, other] = await openBoth(`/support/${id}`, (page) =>
      page.getByRole('button', { name: 'Update Ticket' }).click(),
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

  await t.test('of one card of the settings, of one line, or of two', async () => {
    const before = (await ida.call('GET /api/settings')).settings;
    const [one, other] = await openBoth('/settings', (page) =>
      page.getByText('Each profile waits').waitFor(),
    );
    await one.getByLabel('Maximum Retries').fill('7');
    await other.getByLabel('Delay End (seconds)').fill('470');
    assert.deepEqual(await saveBoth([one, other], 'Save Settings'), [{ max_retries: 7 }, { delay_end: 470 }]);
    // The later answer has what the other window saved.
    await valueBecomes(other.getByLabel('Maximum Retries'), '7');

    await openBoth('/settings/sending?line=caps', (page) => page.getByLabel('All together a day').waitFor());
    await one.getByLabel('Each profile a day').fill('20');
    await other.getByLabel('All together a day').fill('300');
    assert.deepEqual(await saveBoth([one, other], 'Save'), [{ profile_cap_day: 20 }, { cap_day: 300 }]);

    await visit(one, '/settings/sending?line=never-twice');
    await one.getByLabel('Skip people who were messaged').check();
    await one.getByLabel('For how many days').fill('60');
    await visit(other, '/settings/people?line=names');
    await other.getByRole('combobox', { name: 'Recipient format' }).selectOption('Addresses');
    const bodies = await saveBoth([one, other], 'Save');
    assert.deepEqual(bodies, [{ never_twice_days: 60 }, { names: 'address' }]);
    assert.deepEqual((await ida.call('GET /api/settings')).settings, {
      ...before,
      max_retries: 7,
      delay_end: 470,
      profile_cap_day: 20,
      cap_day: 300,
      never_twice_days: 60,
      names: 'address',
    });
  });

  await t.test(
    'but a delay that contradicts the other’s is refused, and the other’s is then shown',
    async () => {
      const [page] = await openBoth('/settings', (page) => page.getByText('Each profile waits').waitFor());
      await page.getByLabel('Delay Start (seconds)').fill('440');
      await ida.call('PUT /api/settings', { body: { delay_end: 400 } });
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await page.getByText('Delay end must be greater than or equal to delay start').first().waitFor();
      await valueBecomes(page.getByLabel('Delay End (seconds)'), '400');
      assert.equal(await page.getByLabel('Delay Start (seconds)').inputValue(), '440');
      const { delay_start, delay_end } = (await ida.call('GET /api/settings')).settings;
      assert.deepEqual([delay_start, delay_end], [350, 400]);
      // What is typed would ask before the next screen.
      await page.getByLabel('Delay Start (seconds)').fill('350');
    },
  );

  await t.test('of an account', async () => {
    const [one, other] = await openBoth('/users', (page) => chooseItem(page, 'More for marta', 'Edit User'));
    await one.getByRole('dialog').getByLabel('Pack').selectOption('pro');
    await other.getByLabel('Active Account').uncheck();
    assert.deepEqual(await saveBoth([one, other], 'Save User'), [{ pack: 'pro' }, { is_active: false }]);
    const { users } = await ida.call('GET /api/users', { query: { search: 'marta' } });
    assert.deepEqual([users[0]?.pack, users[0]?.is_active, users[0]?.role], ['pro', false, 'user']);
  });
});

/** Two windows of an administrator, which go from screen to screen together. */
async function openWindows(t: TestContext) {
  const site = await startSite(t);
  const [marta, ida] = [await site.signUp('marta'), await signUpAdmin(site, 'ida')];
  const open = async () => {
    const page = await openPage(t, { url: site.url, token: ida.token });
    await page.goto('/dashboard');
    return page;
  };
  const pages: [Page, Page] = [await open(), await open()];
  const openBoth = async (path: string, prepare: (page: Page) => Promise<unknown>) => {
    for (const page of pages) {
      await visit(page, path);
      await prepare(page);
    }
    return pages;
  };
  return { marta, ida, openBoth };
}

async function valueBecomes(field: Locator, value: string): Promise<void> {
  await field
    .page()
    .waitForFunction(([element, wanted]) => (element as HTMLInputElement).value === wanted, [
      await field.elementHandle(),
      value,
    ] as const);
}

async function chooseItem(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
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
