import type { Locator, Page } from 'playwright-core';

/** One thing that people do on a list of recipients. */
export interface Interaction {
  /** Brings the page to where the press is made. */
  prepare?: (page: Page) => Promise<void>;
  /** What is pressed, in each round another one where that is how it is used. */
  press: (page: Page, round: number) => Locator;
  /** What is on the screen once it is done, as an expression of the page. */
  shown: (round: number) => string;
  /** Takes it back. */
  undo?: (page: Page) => Promise<void>;
}

const VISIBLE = '?.checkVisibility({ opacityProperty: true })';
const DIALOG = `document.querySelector('[role=dialog] button, [role=dialog] textarea')${VISIBLE}`;

/** By the names that the report gives them. */
export const INTERACTIONS: Record<string, Interaction> = {
  'next 50 rows': {
    press: (page) => page.getByRole('button', { name: 'Next', exact: true }),
    shown: (round) => `document.querySelector('tbody tr')?.textContent.includes('@name.${50 * (round + 1)}')`,
  },
  'import dialog': {
    press: (page) => page.getByRole('button', { name: 'Bulk Import' }),
    shown: () => DIALOG,
    undo: closeDialog,
  },
  'delete question': {
    prepare: selectAll,
    press: (page) => page.getByRole('button', { name: 'Delete', exact: true }),
    shown: () => DIALOG,
    undo: async (page) => {
      await closeDialog(page);
      await selectNone(page);
    },
  },
  'row menu': {
    press: (page, round) => page.getByRole('button', { name: `More for @name.${round + 5}`, exact: true }),
    shown: () => `document.querySelector('[role=menuitem]')${VISIBLE}`,
    undo: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    },
  },
  'select all': {
    press: allBox,
    shown: () => `document.querySelector('[role=toolbar]')${VISIBLE}`,
    undo: selectNone,
  },
};

function allBox(page: Page): Locator {
  return page.getByRole('checkbox', { name: 'Select all on this page' }).first();
}

async function selectAll(page: Page): Promise<void> {
  await allBox(page).click();
  await page.getByText('50 selected').waitFor();
}

async function selectNone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('50 selected').waitFor({ state: 'detached' });
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
