import { launchChromium } from '@pigeonpost/e2e/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { HANDS, type Hand } from './hands/hands.ts';
import { type Press, timePress } from './hands/time-press.ts';
import { startBenchServer } from './server.ts';

// How long a hand waits on a list of 10,000 recipients: ms from the press to the frame that shows what was asked for,
// and the ms in which the page could do nothing else, best and worst of three. On a processor four times slower than
// this one and, beside it, on this one as it is: `node bench/hands.ts [hand]`. The server is not slowed down, and the
// pages are those of web/dist (`npm run build:once`).
const RECIPIENTS = 10_000;
const ROUNDS = 3;
const SLOWER = 4;
const AIM_MS = 200;
/** For each step on a page: what takes longer ends the run. */
const STEP_WITHIN_MS = 20_000;
const [, , chosen] = process.argv;
if (chosen !== undefined && !Object.hasOwn(HANDS, chosen))
  throw new Error(`There is no hand ${chosen}. There are ${Object.keys(HANDS).join(', ')}.`);

const server = await startBenchServer();
const browser = await launchChromium();
try {
  const path = await fillList();
  const table: Record<string, object> = {};
  for (const [name, hand] of Object.entries(HANDS)) {
    if (chosen !== undefined && chosen !== name) continue;
    const slow = await measure(path, hand, SLOWER);
    const plain = await measure(path, hand, 1);
    const isHeld = slow.every(({ waited }) => waited <= AIM_MS);
    table[name] = {
      waited: range(slow, 'waited'),
      blocked: range(slow, 'blocked'),
      [`${AIM_MS} ms`]: isHeld ? 'held' : 'missed',
      'at full speed': range(plain, 'waited'),
      'blocked there': range(plain, 'blocked'),
    };
  }
  console.log(`${SLOWER} times slower, and at full speed; best to worst of ${ROUNDS}, in ms`);
  console.table(table);
} finally {
  await browser.close();
  await server.stop();
}

async function fillList(): Promise<string> {
  const { list } = await server.call('POST /api/lists', { body: { name: 'Neighbours' } });
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => `name.${index}`);
  await server.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  return `/lists/${list.id}`;
}

/** One hand a few times, on a page of its own: its first time is the page's first time. */
async function measure(path: string, hand: Hand, slower: number): Promise<Press[]> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(STEP_WITHIN_MS);
  const page = await context.newPage();
  await openList(page, path);
  const devtools = await context.newCDPSession(page);
  const presses: Press[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await hand.prepare?.(page);
    presses.push(await timePress(page, devtools, { hand, round, slower, withinMs: STEP_WITHIN_MS }));
    await hand.undo?.(page);
  }
  await context.close();
  return presses;
}

/** Opens it as somebody does who looks before they press: what the page fetches in advance is there. */
async function openList(page: Page, path: string): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate((value) => localStorage.setItem('token', value), server.token);
  await page.goto(path);
  await page.getByText('@name.0', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

function range(presses: Press[], what: keyof Press): string {
  const sorted = presses.map((press) => Math.round(press[what])).sort((a, b) => a - b);
  return `${sorted.at(0)} to ${sorted.at(-1)}`;
}
