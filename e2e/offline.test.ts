import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import type { Page, Request, Route } from 'playwright-core';
import { signUpAdmin } from './testing/administrator.ts';
import { axeViolations, closePage, openPage } from './testing/browser.ts';
import { FAILING_SCREENS } from './testing/failures.ts';
import { makeParts, startCampaign } from './testing/parts.ts';
import { startSite, type Visitor } from './testing/site.ts';

const UNREACHED = 'The server cannot be reached. Please check your connection and try again.';

test('without a network a press says so, keeps the page and can be repeated', async (t) => {
  const port = String(await freePort());
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9', PORT: port });
  const marta = await site.signUp('marta');
  const id = await startCampaign(marta, { ...(await makeParts(marta)), name: 'Kiln open' });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const main = page.getByRole('main');
  const status = page.getByRole('banner').getByRole('status');

  await t.test('the network fails before anything was fetched in advance', async () => {
    await page.goto(`/campaigns/${id}`);
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.context().setOffline(true);
    await status.getByText(/^Disconnected, as of \d\d:\d\d$/).waitFor();
    await main.getByText('No connection: time of the next message unknown').waitFor();
    await main.getByText('not known', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(UNREACHED).first().waitFor();
    await main.getByText(/^Running · /).waitFor();
    await page.getByRole('heading', { name: 'Kiln open', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Templates' }).click();
    await main.getByRole('heading', { name: 'This screen could not be fetched' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await main.getByRole('button', { name: 'Retry' }).click();
    await main.getByRole('heading', { name: 'This screen could not be fetched' }).waitFor();
    await page.context().setOffline(false);
    await main.getByRole('heading', { name: 'Kiln opening' }).waitFor();
  });

  await t.test('the server is killed and comes back', async () => {
    await page.goto(`/campaigns/${id}`);
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await site.kill();
    await status.getByText(/^Disconnected, as of/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(UNREACHED).first().waitFor();
    await main.getByText(/^Running · /).waitFor();
    await site.startAgain();
    await status.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await main.getByText('Paused by you', { exact: true }).first().waitFor();
  });
});

test('the code for the next press is fetched when the page is idle, and works without a network', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token, fetchesAhead: true });
  const parts = namedParts(page);
  const dialogs = [/list-dialog-/, /shortcuts-dialog-/, /confirm-dialog-/].map((name) =>
    page.waitForResponse((response) => name.test(response.url())),
  );
  await page.goto('/lists');
  await Promise.all(dialogs);
  await page.waitForLoadState('networkidle');
  // No other screen is fetched until a link is pointed at.
  assert.deepEqual(parts('page'), ['lists-page']);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Create List' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create List' });
  await dialog.getByLabel('Name').fill('Neighbours');
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await dialog.getByText(UNREACHED).waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Neighbours');
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Create List' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Neighbours' }).waitFor();
});

test('an idle page of a visitor fetches the code for a log-in, and no other screen or dialog', async (t) => {
  const site = await startSite(t);
  const page = await openPage(t, { url: site.url, fetchesAhead: true });
  const parts = namedParts(page);
  const dashboard = page.waitForResponse(/dashboard-page-/);
  await page.goto('/login');
  await dashboard;
  await page.waitForLoadState('networkidle');
  assert.deepEqual(parts('page'), ['dashboard-page', 'login-page']);
  assert.deepEqual(parts('dialog'), []);
});

test('on a slow line, and with data saving, nothing is fetched in advance', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  for (const connection of [{ effectiveType: '3g' }, { effectiveType: '4g', saveData: true }]) {
    const page = await openPage(t, { url: site.url, token, fetchesAhead: true });
    const parts = namedParts(page);
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value }),
      connection,
    );
    await page.goto('/lists');
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(parts('page'), ['lists-page']);
    assert.deepEqual(parts('dialog'), []);
    await closePage(page);
  }
});

/** The names of the screens or dialogs whose files a page has requested so far. What will fetch a dialog is none yet. */
function namedParts(page: Page) {
  const names = new Set<string>();
  page.on('request', (request) => {
    const [, name] = request.url().match(/\/assets\/((?!lazy-)[\w-]+-(?:page|dialog))-\w+\.js$/) ?? [];
    if (name) names.add(name);
  });
  return (kind: 'page' | 'dialog') => [...names].filter((name) => name.endsWith(kind)).toSorted();
}

test('a file that a new version removed reloads the page once; then the error is shown in its place', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const loads = countLoads(page, '/lists');
  const gone = /\/assets\/list-dialog-.*\.js/;
  await page.route(gone, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
  // Like deploy/nginx.conf, which keeps it internal.
  await page.route('**/healthz', (route) => route.fulfill({ status: 404 }));
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Create List' }).click();
  // The dialog is still wanted after the reload.
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be fetched.' });
  await failure.waitFor();
  assert.equal(loads(), 2);
  assert.deepEqual(await axeViolations(page), []);
  // Until it is answered, no failure is shown.
  const held = Promise.withResolvers<void>();
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(gone, async (route) => {
    await held.promise;
    await route.fulfill({ status: 404, json: { error: 'Not found' } });
  });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await failure.waitFor({ state: 'hidden' });
  held.resolve();
  await failure.waitFor();
  assert.equal(loads(), 2);
  await page.unrouteAll({ behavior: 'wait' });
  await failure.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog', { name: 'Create List' }).waitFor();
});

test('a screen that breaks leaves the frame around it, and can be tried again', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  const broken = /\/api\/templates\?/;
  await page.route(broken, (route) =>
    route.fulfill({ json: { templates: [null], pagination: { totalItems: 1 } } }),
  );
  await page.goto('/templates');
  const main = page.getByRole('main');
  const failure = main.getByRole('heading', { name: 'This screen could not be shown' });
  await failure.waitFor();
  await page.getByRole('link', { name: 'Lists' }).click();
  await main.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).click();
  await failure.waitFor();
  await page.unroute(broken);
  await main.getByRole('button', { name: 'Retry' }).click();
  await main.getByRole('heading', { name: 'No templates yet' }).waitFor();
});

test('failures are shown in the texts of their screen, in place of the rows and by a toast', async (t) => {
  const site = await startSite(t);
  const ida = await signUpAdmin(site, 'ida');
  await site.signUp('nils');
  await makeThings(ida);
  const page = await openPage(t, { url: site.url });
  const toastOf = (text: string) => page.locator('[data-kind=error]').getByText(text, { exact: true });
  const toldOf = (text: string) =>
    toastOf(text).or(page.getByRole('dialog').getByRole('alert').filter({ hasText: text }));
  // Every change fails, and so do matching fetches.
  let failing = /^$/;
  const isFailing = (request: Request) => request.method() !== 'GET' || failing.test(request.url());
  const hold = (route: Route) =>
    isFailing(route.request()) ? route.fulfill({ status: 500, json: {} }) : route.fallback();
  await page.route(/\/api\//, hold);

  await page.goto('/login');
  await page.getByLabel('Username').fill('ida');
  await page.getByRole('textbox', { name: 'Password' }).fill(ida.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await toastOf('Login failed').waitFor();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Create Your Account' }).waitFor();
  await page.getByLabel('Username').fill('ole');
  for (const name of ['Password', 'Password again'])
    await page.getByRole('textbox', { name, exact: true }).fill('kiln-9000');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await toastOf('Registration failed').waitFor();

  await page.evaluate((token) => localStorage.setItem('token', token), ida.token);
  await page.goto('/dashboard');
  for (const { link, fetches, says, isToast, changes } of FAILING_SCREENS) {
    failing = fetches;
    await page.getByRole('link', { name: link, exact: true }).first().press('Enter');
    const failed = page.getByRole('heading', { name: says });
    await failed.waitFor();
    if (isToast) await toastOf(says).waitFor();
    failing = /\/logs\/export|\/open-all/;
    // Other cards of the screen may have failed too.
    const retry = page.getByRole('alert').filter({ has: failed }).getByRole('button', { name: 'Retry' });
    await retry.press('Enter');
    await failed.waitFor({ state: 'detached' });
    for (const change of changes) {
      await change.press(page);
      // Shown once: in the dialog that stays open, or else by a toast.
      await toldOf(change.says).waitFor();
      await leaveDialog(page);
      await emptyMessage(page);
    }
  }
});

/** Closes the open dialog, and discards its input. Waits for the returned focus, which a next menu would lose. */
async function leaveDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return;
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  const discard = dialog.getByRole('button', { name: 'Discard' });
  await discard.or(page.locator('body:not(:has([role=dialog]))')).waitFor();
  if (await discard.isVisible()) await discard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.locator(':focus').waitFor();
}

/** Unsent text stays, and leaving would ask. */
async function emptyMessage(page: Page): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  if ((await message.count()) > 0) await message.fill('');
}

/** One row of each kind that a campaign uses, and one that none uses. */
async function makeThings({ call }: Visitor): Promise<void> {
  const made = [];
  for (const name of ['Neighbours', 'spare']) {
    const { template } = await call('POST /api/templates', { body: { name, content: 'The kiln opens.' } });
    const { list } = await call('POST /api/lists', { body: { name } });
    const profile_path = `/p/${name}`;
    const { profile } = await call('POST /api/profiles', { body: { profile_name: name, profile_path } });
    made.push({ message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] });
  }
  const [used] = made;
  assert.ok(used);
  await call('POST /api/recipients', { body: { list_id: used.list_id, recipient: 'lena.hartog' } });
  await call('POST /api/campaigns', { body: { name: 'Kiln', ...used } });
  const ticket = { subject: 'Firefox closes again', description: 'After a while.' } as const;
  await call('POST /api/support', { body: ticket });
}

/** The number of times that the page was requested since, whether it was shown or not. */
function countLoads(page: Page, path: string): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === path) loads += 1;
  });
  return () => loads;
}
