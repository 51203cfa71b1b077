import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Filled, startFilledServer } from '@pigeonpost/e2e/screenshots/fill.ts';
import { launchChromium } from '@pigeonpost/e2e/testing/chromium.ts';
import type { BrowserContext, Request } from 'playwright-core';
import { type Figure, reportFigures, showNumber } from './figures.ts';
import { buildPlainPages, type PlainPages } from './screens/plain-pages.ts';

// The transfer of a first visit to each screen by itself, without a press, in kB (1,000 bytes) of compressed bodies:
// with the client of the live connection, without what lies below the first 720 pixels. Each screen is opened in
// Chromium on a server with data. Asking to save data leaves out what an idle page fetches in advance. Ours are the
// pages of web/dist (`npm run build:once`), as the server sends them; beside them the same sources in a default build
// of Vite with gzip.
const SAVE_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`;
const AIM = { visitor: '135 kB', user: '165 kB' };

interface Screen {
  name: string;
  path: string;
  /** A text that appears only when the screen is complete. */
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
const user = ({ campaign, pending, list, ticket }: Filled['places']): Screen[] => [
  { name: 'dashboard', path: '/dashboard', words: 'All-Time Profile Performance' },
  { name: 'campaigns', path: '/campaigns', words: 'Mug drop' },
  { name: 'campaign', path: `/campaigns/${campaign}`, words: 'Campaign Information' },
  { name: 'plan', path: `/campaigns/${pending}/plan`, words: 'nothing is sent by looking' },
  { name: 'edit-campaign', path: `/campaigns/${pending}/edit`, words: 'What each person reads' },
  { name: 'people', path: `/campaigns/${campaign}/recipients`, words: /^@/ },
  { name: 'new-campaign', path: '/campaigns/new', words: 'What each person reads' },
  { name: 'profiles', path: '/profiles', words: 'fjordandclay.studio' },
  { name: 'templates', path: '/templates', words: 'Raku evening' },
  { name: 'lists', path: '/lists', words: 'Bought a mug' },
  { name: 'recipients', path: `/lists/${list}`, words: /^Showing 1 to/ },
  { name: 'person', path: '/people/lena.hartog', words: 'What happened' },
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
const plain = await buildPlainPages();
const browser = await launchChromium();
try {
  const figures: Figure[] = [];
  const visits: [Screen[], string | undefined][] = [
    [VISITOR, undefined],
    [user(server.places), server.tokens.user],
    [ADMIN, server.tokens.admin],
  ];
  for (const [screens, token] of visits)
    for (const screen of screens) figures.push(await compare(screen, token));
  reportFigures({ figures, notes: [] });
} finally {
  await browser.close();
  await plain.remove();
  await server.close();
  await rm(dataDir, { recursive: true });
}

async function compare(screen: Screen, token: string | undefined): Promise<Figure> {
  const ours = await measure(screen, token, undefined);
  const peer = await measure(screen, token, plain);
  return {
    what: screen.name,
    ours: show(ours),
    peer: show(peer),
    ratio: showNumber(ours.js / peer.js),
    aim: AIM[token ? 'user' : 'visitor'],
  };
}

interface Sizes {
  js: number;
  css: number;
  files: number;
}

/** The transfer of a first visit, of our pages or of the plain ones. */
async function measure(
  screen: Screen,
  token: string | undefined,
  instead: PlainPages | undefined,
): Promise<Sizes> {
  const context = await browser.newContext({ baseURL: server.url });
  await instead?.serveIn(context);
  // Chromium lets only pages from this machine connect to it.
  const isConnecting = token !== undefined && !instead;
  const finished = await visit(context, { screen, token, isConnecting });
  const sizes = { js: 0, css: 0, files: 0 };
  for (const request of finished) {
    const path = new URL(request.url()).pathname;
    const kind = path.endsWith('.js') ? 'js' : path.endsWith('.css') ? 'css' : undefined;
    if (!kind || !path.startsWith('/assets/')) continue;
    const size = instead ? instead.gzippedSize(path) : (await request.sizes()).responseBodySize;
    sizes[kind] += size / 1000;
    sizes.files += 1;
  }
  await context.close();
  return sizes;
}

interface Visit {
  screen: Screen;
  token: string | undefined;
  /** Whether the live connection is made, and not only its client loaded. */
  isConnecting: boolean;
}

/** The transfers of a first visit. */
async function visit(context: BrowserContext, { screen, token, isConnecting }: Visit): Promise<Request[]> {
  await context.addInitScript(SAVE_DATA);
  if (token) await context.addInitScript((held) => localStorage.setItem('token', held), token);
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(screen.path);
  await page.getByText(screen.words).first().waitFor();
  if (isConnecting) await page.getByRole('status').getByText('Connected', { exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return finished;
}

function show({ js, css, files }: Sizes): string {
  return `${js.toFixed(1)} kB (and ${css.toFixed(1)} kB of CSS), ${files} files`;
}
