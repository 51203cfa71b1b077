import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { closePage, openPage } from './browser.ts';
import { startSite } from './site.ts';

test('a page that another test has used begins clean', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const fill = await openPage(t, { url: site.url, token: marta.token });
  await fill.goto('/lists');
  await fill.getByRole('heading', { name: 'No lists yet' }).waitFor();
  await fill.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await fill.addInitScript(() => Object.assign(window, { added: true }));
  const heard: string[] = [];
  fill.on('request', (request) => heard.push(request.url()));
  await fill.evaluate(leaveEverywhere);
  await fill.reload();
  const used = await left(fill);
  assert.deepEqual(
    Object.keys(used).filter((place) => used[place]?.includes('left')),
    ['name', 'local', 'session', 'cookies', 'caches', 'databases'],
  );
  assert.equal(used.permission, 'granted');
  assert.equal(used.added, 'true');
  await fill.context().setOffline(true);
  assert.ok(heard.length > 0);
  await closePage(fill);
  heard.length = 0;

  const page = await openPage(t, { url: site.url });
  await page.goto('/login');
  // An unused one would have one address in its history.
  assert.ok((await page.evaluate(() => history.length)) > 3, 'The page is another one.');
  const { permission, added, ...stored } = await left(page);
  for (const [place, text] of Object.entries(stored)) assert.doesNotMatch(text, /left|token=/, place);
  assert.equal(permission, 'prompt');
  assert.equal(added, 'undefined');
  assert.deepEqual(heard, []);
});

/** Leaves something in each place that outlives a document. */
async function leaveEverywhere(): Promise<void> {
  window.name = 'left';
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  // biome-ignore lint/suspicious/noDocumentCookie: what is tested is what any page can do
  document.cookie = 'left=1';
  await caches.open('left');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('left');
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
  });
}

function left(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const list = (storage: Storage) => Object.entries(storage).map((entry) => entry.join('='));
    const databases = await indexedDB.databases();
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return {
      name: window.name,
      local: list(localStorage).join(),
      session: list(sessionStorage).join(),
      cookies: document.cookie,
      caches: (await caches.keys()).join(),
      databases: databases.map(({ name }) => name).join(),
      permission: state,
      added: String(Reflect.get(window, 'added')),
    };
  });
}
