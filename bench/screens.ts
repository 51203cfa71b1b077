import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Filled, startFilledServer } from '@pigeonpost/e2e/screenshots/fill.ts';
import { launchChromium } from '@pigeonpost/e2e/testing/chromium.ts';
import type { BrowserContext } from 'playwright-core';

// What a first visit to each screen loads by itself, without a press, in kB (1,000 bytes) gzipped file by file: with
// the client of the live connection, without fonts. Each screen is opened in Chromium on a server that has something
// to show. What the page fetches when it is idle, for the next press or screen, is left out by asking to save data.
// The pages are those of web/dist (`npm run build:once`).
const ASSETS = join(import.meta.dirname, '../web/dist/assets');
const SAVE_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`;

interface Screen {
  name: string;
  path: string;
  /** What it has only when all of it is there. */
  words: string | RegExp;
}

const VISITOR: Screen[] = [
  { name: 'login', path: '/login', words: 'Welcome Back!' },
  { name: 'register', path: '/register', words: 'Create Your Account' },
  { name: 'forgot-password', path: '/forgot-password', words: 'Forgot' },
  { name: 'reset-password', path: '/reset-password', words: 'password' },
];
const ADMIN: Screen[] = [
  { name: 'users', path: '/users', words: 'Last updated' },
  { name: 'audit-log', path: '/audit-log', words: 'Signed in' },
];
const user = ({ campaign, list, ticket }: Filled['places']): Screen[] => [
  { name: 'dashboard', path: '/dashboard', words: 'All-Time Profile Performance' },
  { name: 'campaigns', path: '/campaigns', words: 'Mug drop' },
  { name: 'campaign', path: `/campaigns/${campaign}`, words: 'Campaign Information' },
  { name: 'people', path: `/campaigns/${campaign}/recipients`, words: /^@/ },
  { name: 'new-campaign', path: '/campaigns/new', words: 'What each person reads' },
  { name: 'profiles', path: '/profiles', words: 'fjordandclay.studio' },
  { name: 'templates', path: '/templates', words: 'Raku evening' },
  { name: 'lists', path: '/lists', words: 'Bought a mug' },
  { name: 'recipients', path: `/lists/${list}`, words: '@lena.hartog' },
  { name: 'unread-checker', path: '/unread-checker', words: 'market_stall' },
  { name: 'firefox-profiles', path: '/firefox-profiles', words: 'k3f8a2.market_stall' },
  { name: 'support', path: '/support', words: 'Invoice' },
  { name: 'ticket', path: `/support/${ticket}`, words: 'Invoice' },
  { name: 'settings', path: '/settings', words: 'Automation Settings' },
  { name: 'pair', path: '/pair', words: 'code' },
];

const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-screens-'));
// As root, PostgreSQL runs as a user that must be able to pass through.
await chmod(dataDir, 0o755);
const server = await startFilledServer(dataDir);
const browser = await launchChromium();
try {
  const table: Record<string, object> = {};
  const visits: [Screen[], string | undefined][] = [
    [VISITOR, undefined],
    [user(server.places), server.tokens.user],
    [ADMIN, server.tokens.admin],
  ];
  for (const [screens, token] of visits) {
    for (const screen of screens) {
      const context = await browser.newContext({ baseURL: server.url });
      table[screen.name] = sizes(await visit(context, screen, token));
      await context.close();
    }
  }
  console.table(table);
} finally {
  await browser.close();
  await server.close();
  await rm(dataDir, { recursive: true });
}

/** The names of the files that a first visit loads. */
async function visit(context: BrowserContext, screen: Screen, token: string | undefined): Promise<string[]> {
  await context.addInitScript(SAVE_DATA);
  if (token) await context.addInitScript((held) => localStorage.setItem('token', held), token);
  const page = await context.newPage();
  const loaded = new Set<string>();
  page.on('request', (request) => loaded.add(basename(new URL(request.url()).pathname)));
  await page.goto(screen.path);
  await page.getByText(screen.words).first().waitFor();
  if (token) await page.getByRole('status').getByText('Connected', { exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return readdirSync(ASSETS).filter((file) => loaded.has(file));
}

function sizes(files: string[]) {
  const kilobytes = (ending: string) => {
    const chosen = files.filter((file) => extname(file) === ending);
    const bytes = chosen.reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file))).length, 0);
    return Number((bytes / 1000).toFixed(1));
  };
  return { js: kilobytes('.js'), css: kilobytes('.css'), files: files.length };
}
