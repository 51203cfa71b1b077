import type { Browser, Page } from 'playwright-core';

/**
 * A page that has run the product once runs it again for half the processor time: its process, its HTTP cache and its
 * compiled scripts are there. So a page goes from test to test, with nothing of the test before: its document, storage,
 * cookies and routes are gone. Whatever a test does beside what is named here may outlast that, and ends the page.
 */
const LEAVES_NOTHING = new Set<PropertyKey>([
  ...['goto', 'reload', 'goBack', 'goForward', 'url', 'isClosed'],
  ...['getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'locator', 'keyboard', 'mouse'],
  ...[
    'waitForURL',
    'waitForFunction',
    'waitForRequest',
    'waitForResponse',
    'waitForEvent',
    'waitForLoadState',
  ],
  ...['evaluate', 'screenshot', 'viewportSize', 'setViewportSize', 'emulateMedia'],
  ...['route', 'unroute', 'unrouteAll'],
  // Asked of whatever is awaited.
  'then',
]);

/** A document of the site that runs nothing: with one of another site, the page would change its process. */
const EMPTY = '/healthz';

interface KeptPage {
  page: Page;
  giveBack(options: { isClean: boolean }): Promise<void>;
}

const idle = new Map<string, Page[]>();
let borrowed = 0;

/** A page of its own for whoever asks, until it is given back. What it opens of the site first starts with the token, or signed out. */
export async function borrowPage(
  browser: Browser,
  { url, token, savesData }: { url: string; token: string | undefined; savesData: boolean },
): Promise<KeptPage> {
  const key = `${url} ${savesData}`;
  const free = idle.get(key) ?? [];
  idle.set(key, free);
  const page = free.pop() ?? (await newPage(browser, url, savesData));
  borrowed += 1;
  const start = await page.addInitScript(startAnew, { key: String(borrowed), token });
  let isSpoilt = false;
  const watched = new Proxy(page, {
    get(target, name) {
      if (!LEAVES_NOTHING.has(name)) isSpoilt = true;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    page: watched,
    async giveBack({ isClean }) {
      const context = page.context();
      const isKept = isClean && !isSpoilt && context.pages().length === 1;
      if (isKept && (await empty(page))) {
        await start.dispose();
        free.push(page);
      } else await context.close();
    },
  };
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

/** Once, and not at every load: a page that signs out must stay signed out. */
function startAnew({ key, token }: { key: string; token: string | undefined }): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('test') === key) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('test', key);
  if (token !== undefined) localStorage.setItem('token', token);
}

/** False for a page that does not let itself be emptied, as its server is gone. */
async function empty(page: Page): Promise<boolean> {
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(EMPTY);
    await page.mouse.move(-1, -1);
    await page.context().clearCookies();
    return true;
  } catch {
    return false;
  }
}
