import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

// What shows a key is seen with the frame that listens for it: each key is pressed in the task that puts its sign there.

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

test('? shows the keys as soon as the button that says so is there', async (t) => {
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

test('Ctrl Z takes back what was deleted as soon as the message is there', async (t) => {
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

test('Enter opens what the palette has found as soon as it stands there', async (t) => {
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

async function deleteFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for @lena.hartog' }).click();
  await page.getByRole('menuitem', { name: 'Delete Recipient' }).click();
}

interface Press extends KeyboardEventInit {
  /** Once this is in the page, the key is pressed: before anything is painted, and before what runs after the paint. */
  sign: string;
  /** What it says. */
  text?: string;
  /** What has the focus; else it is the page. */
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
