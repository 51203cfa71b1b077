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
