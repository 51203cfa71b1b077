import { launchChromium } from '@pigeonpost/e2e/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { type Figure, median, reportFigures, showRatio } from './figures.ts';
import { INTERACTIONS, type Interaction } from './interactions/interactions.ts';
import { servePlainPage } from './interactions/plain/serve.ts';
import { type Press, timePress } from './interactions/time-press.ts';
import { startBenchServer } from './server.ts';

// The time of an interaction on a list of 10,000 recipients: ms from the press to the frame with the result, and the ms
// in which the page was blocked, on a processor four times slower than this one, beside a page of Mantine's own parts
// with React: `node bench/interactions.ts [name]`. Both show the same rows of the same server, which is not slowed
// down; ours are the pages of web/dist (`npm run build:once`).
const RECIPIENTS = 10_000;
/** Visits of each page, in turns; each has a few presses. */
const VISITS = 2;
const PRESSES = 3;
const SLOWER = 4;
/** The time limit of each step on a page, after which the run fails. */
const STEP_WITHIN_MS = 20_000;
const [, , chosen] = process.argv;
if (chosen !== undefined && !Object.hasOwn(INTERACTIONS, chosen))
  throw new Error(`There is no interaction ${chosen}. There are ${Object.keys(INTERACTIONS).join(', ')}.`);

/** The address of the list. */
interface Site {
  url: string;
  path: string;
}

const server = await startBenchServer();
const plainPage = await servePlainPage(server.url);
const browser = await launchChromium();
try {
  const list_id = await fillList();
  const ours = { url: server.url, path: `/lists/${list_id}` };
  const plain = { url: plainPage.url, path: `/?list=${list_id}` };
  const figures: Figure[] = [];
  for (const [name, interaction] of Object.entries(INTERACTIONS)) {
    if (chosen !== undefined && chosen !== name) continue;
    const visits: { ours: Press; plain: Press }[] = [];
    for (let turn = 0; turn < VISITS; turn++)
      visits.push({ ours: await visit(ours, interaction), plain: await visit(plain, interaction) });
    figures.push(compare(`${name}: time blocked`, visits, 'blocked'));
    figures.push(compare(`${name}: until it is seen`, visits, 'waited'));
  }
  const notes = [
    `${SLOWER} times slower; means of the ${PRESSES} presses of a visit, ${VISITS} visits of each in turns: the middle and the range. A press ends when what was asked for is on the screen, at both.`,
  ];
  reportFigures({ figures, notes });
} finally {
  await browser.close();
  await plainPage.stop();
  await server.stop();
}

async function fillList(): Promise<number> {
  const { list } = await server.call('POST /api/lists', { body: { name: 'Neighbours' } });
  // The list shows the newest first, and of one file the last.
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => `name.${index}`).reverse();
  await server.call('POST /api/recipients/bulk', { body: { list_id: list.id, recipients } });
  return list.id;
}

/** One interaction a few times, on its own page: its first time is the page's first time. */
async function visit({ url, path }: Site, interaction: Interaction): Promise<Press> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(STEP_WITHIN_MS);
  await context.addInitScript((token) => localStorage.setItem('token', token), server.token);
  const page = await context.newPage();
  await openList(page, path);
  const devtools = await context.newCDPSession(page);
  const presses: Press[] = [];
  for (let round = 0; round < PRESSES; round++) {
    await interaction.prepare?.(page);
    presses.push(
      await timePress(page, devtools, { interaction, round, slower: SLOWER, withinMs: STEP_WITHIN_MS }),
    );
    await interaction.undo?.(page);
  }
  await context.close();
  return { waited: meanOf(presses, 'waited'), blocked: meanOf(presses, 'blocked') };
}

/** Opens it like a user who looks before they press: the code fetched in advance is there. */
async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByText('@name.0', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
}

function compare(what: string, visits: { ours: Press; plain: Press }[], of: keyof Press): Figure {
  const ours = visits.map((one) => one.ours[of]);
  const plain = visits.map((one) => one.plain[of]);
  const aim = of === 'blocked' ? { aim: '0.5 of the peer' } : {};
  // A page that is never blocked cannot be compared.
  const ratio = Math.min(...plain) > 0 ? { ratio: showRatio(ours, plain) } : {};
  return { what, ours: range(ours), peer: range(plain), ...ratio, ...aim };
}

function meanOf(presses: Press[], of: keyof Press): number {
  return presses.reduce((sum, press) => sum + press[of], 0) / presses.length;
}

function range(values: number[]): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
  return `${middle} (${least} to ${most}) ms`;
}
