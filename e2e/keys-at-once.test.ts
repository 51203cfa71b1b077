import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

// A sign of a key appears in the same frame as its listener: each key is pressed in the task that adds the sign.

test('Ctrl K opens the palette as soon as the header is there', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token });
  await page.addInitScript(pressOnceSeen, {
    sign: '[aria-keyshortcuts~="Control+K"]',
    key: 'k',
    ctrlKey: true,
  });
  await page.goto('/templates');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
});

test('? shows the keys as soon as the button for it is there', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token });
  await page.addInitScript(pressOnceSeen, { sign: '[title="Keyboard shortcuts (?)"]', key: '?' });
  await page.goto('/templates');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});

test('/ goes to the search as soon as its field is there', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/lists', { body: { name: 'Neighbours' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.addInitScript(pressOnceSeen, { sign: 'input[aria-keyshortcuts="/"]', key: '/' });
  await page.goto('/lists');
  await page.getByRole('searchbox', { name: 'Search lists' }).and(page.locator(':focus')).waitFor();
});

test('Ctrl Z undoes a deletion as soon as the message is there', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Neighbours' } });
  await marta.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients: ['lena.hartog'] } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto(`/lists/${list.id}`);
  await page.getByText('@lena.hartog', { exact: true }).waitFor();
  await page.evaluate(pressOnceSeen, { sign: '[title="Undo (Ctrl Z)"]', key: 'z', ctrlKey: true });
  await deleteFirst(page);
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.getByText('@lena.hartog', { exact: true }).waitFor();
});

test("Enter opens the palette's result as soon as it is there", async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('POST /api/lists', { body: { name: 'Asked about the kiln' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.evaluate(pressOnceSeen, {
    sign: '[role=option] mark',
    text: 'about the kiln',
    key: 'Enter',
    target: 'input[role=combobox]',
  });
  await page.keyboard.insertText('about the kiln');
  await page.getByRole('heading', { name: 'Asked about the kiln' }).waitFor();
});

test('keys pressed while a dialog loads are its own, and none steers the page', async (t) => {
  const site = await startSite(t);
  const { token } = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token });
  await page.goto('/templates');
  const search = page.getByRole('combobox', { name: 'Search' });
  const isOpen = () => search.and(page.locator(':focus')).waitFor();

  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
  const palette = await holdCode(page);
  await page.keyboard.press('Control+k');
  await palette.isAsked;
  // c begins a campaign, and ? shows the keys, if the page hears them.
  await page.keyboard.type('c?lena.hars');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('t');
  palette.release();
  await isOpen();
  await search.and(page.locator('[value="c?lena.hart"]')).waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });

  // Its code is there now: the gap is the one in which it takes the focus.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cup');
  await isOpen();
  assert.equal(await search.inputValue(), 'cup');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });

  const keys = await holdCode(page);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await keys.isAsked;
  await page.keyboard.press('Escape');
  keys.release();
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await dialog.waitFor();
  assert.equal(new URL(page.url()).pathname, '/templates');
});

/** Holds the next code that the page asks for, until it is released. */
async function holdCode(page: Page): Promise<{ isAsked: Promise<unknown>; release: () => void }> {
  const code = /\/assets\/.*\.js/;
  const held = Promise.withResolvers<void>();
  await page.route(code, (route) => held.promise.then(() => route.continue()));
  return { isAsked: page.waitForRequest(code), release: held.resolve };
}

async function deleteFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for @lena.hartog' }).click();
  await page.getByRole('menuitem', { name: 'Delete Recipient' }).click();
}

interface Press extends KeyboardEventInit {
  /** Once this is in the page, the key is pressed: before the paint, and before effects after the paint. */
  sign: string;
  /** Its text. */
  text?: string;
  /** The focused element; default: the page. */
  target?: string;
}

/** Runs in the page. */
function pressOnceSeen({ sign, text = '', target = 'body', ...key }: Press): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(sign)?.textContent.includes(text)) return;
    observer.disconnect();
    const press = new KeyboardEvent('keydown', {
      ...key,
      code: key.key ?? '',
      bubbles: true,
      cancelable: true,
    });
    document.querySelector(target)?.dispatchEvent(press);
  });
  observer.observe(document, { childList: true, subtree: true });
}
