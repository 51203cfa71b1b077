import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/**
 * A page that has run the product once runs it again for half the processor time: its process, its HTTP cache and its
 * compiled scripts exist. So a page is passed from test to test, without the previous test's document, storage, cookies
 * and routes. Any other use of a page than those named here may outlast that, and closes the page.
 */
const LEAVES_NOTHING = new Set<PropertyKey>([
  ...['goto', 'reload', 'goBack', 'goForward', 'url', 'isClosed'],
  ...['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'locator', 'frameLocator'],
  ...['keyboard', 'mouse', 'title', 'addStyleTag'],
  ...[
    'waitForURL',
    'waitForFunction',
    'waitForRequest',
    'waitForResponse',
    'waitForEvent',
    'waitForLoadState',
  ],
  ...['evaluate', 'screenshot', 'viewportSize', 'setViewportSize', 'emulateMedia'],
  // These are undone by `empty`.
  ...['route', 'unroute', 'unrouteAll', 'addInitScript', 'on', 'context'],
  // Read from any awaited value.
  'then',
]);
const CONTEXT_LEAVES_NOTHING = new Set<PropertyKey>([
  'grantPermissions',
  'setOffline',
  'pages',
  'on',
  'off',
  'then',
]);

/** A document of the site that runs nothing; another site's would change the page's process. */
const EMPTY = '/healthz';

interface KeptPage {
  page: Page;
  giveBack(options: { isClean: boolean }): Promise<void>;
}

const idle = new Map<string, Page[]>();
let borrowed = 0;

/** Lends a page until it is given back. The first document of the site starts with the token, or signed out. */
export async function borrowPage(
  browser: Browser,
  { url, token, savesData }: { url: string; token: string | undefined; savesData: boolean },
): Promise<KeptPage> {
  const key = `${url} ${savesData}`;
  const free = idle.get(key) ?? [];
  idle.set(key, free);
  const page = free.pop() ?? (await newPage(browser, url, savesData));
  borrowed += 1;
  const scripts = [await page.addInitScript(signInOnce, { key: String(borrowed), token })];
  const listeners: (() => void)[] = [];
  let isSpoilt = false;
  const spoil = () => {
    isSpoilt = true;
  };
  const context = watch(page.context(), CONTEXT_LEAVES_NOTHING, spoil);
  const watched = watch(page, LEAVES_NOTHING, spoil, {
    context: () => context,
    async addInitScript(...script: Parameters<Page['addInitScript']>) {
      const added = await page.addInitScript(...script);
      scripts.push(added);
      return added;
    },
    on: ((event: 'request', listener: (request: Request) => void) => {
      listeners.push(() => void page.off(event, listener));
      return page.on(event, listener);
    }) as Page['on'],
  });
  return {
    page: watched,
    async giveBack({ isClean }) {
      for (const stop of listeners) stop();
      const isKept = isClean && !isSpoilt && page.context().pages().length === 1;
      if (isKept && (await empty(page, scripts))) free.push(page);
      else await page.context().close();
    },
  };
}

/** The target with the members in `replaced`; calls `spoil` when a member is used that may outlast the test. */
function watch<T extends Page | BrowserContext>(
  target: T,
  leavesNothing: Set<PropertyKey>,
  spoil: () => void,
  replaced: Partial<T> = {},
): T {
  return new Proxy(target, {
    get(_, name) {
      if (!leavesNothing.has(name)) spoil();
      if (name in replaced) return Reflect.get(replaced, name);
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function newPage(browser: Browser, url: string, savesData: boolean): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    timezoneId: 'Europe/Oslo',
    locale: 'en-GB',
  });
  if (savesData) await context.addInitScript(saveData);
  return context.newPage();
}

function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Once, not at every load: a page that signs out must stay signed out. */
function signInOnce({ key, token }: { key: string; token: string | undefined }): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('test') === key) return;
  sessionStorage.setItem('test', key);
  if (token !== undefined) localStorage.setItem('token', token);
}

/** False for a page that cannot be emptied, because its server is gone. */
async function empty(page: Page, scripts: { dispose(): Promise<void> }[]): Promise<boolean> {
  const context = page.context();
  try {
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(scripts.map((script) => script.dispose()));
    await page.goto(EMPTY);
    await page.mouse.move(-1, -1);
    await page.evaluate(emptyStorage);
    await context.clearCookies();
    await context.clearPermissions();
    return true;
  } catch {
    return false;
  }
}

async function emptyStorage(): Promise<void> {
  window.name = '';
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name = '' } of await indexedDB.databases())
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(deletion.error);
    });
}
