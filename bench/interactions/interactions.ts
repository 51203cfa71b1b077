import type { Locator, Page } from 'playwright-core';

/** An interaction of users with a list of recipients. */
export interface Interaction {
  /** Brings the page to the state before the press. */
  prepare?: (page: Page) => Promise<void>;
  /** The control to press; in each round another one if it is used like that. */
  press: (page: Page, round: number) => Locator;
  /** The visible result, as an expression in the page. */
  shown: (round: number) => string;
  /** Undoes it. */
  undo?: (page: Page) => Promise<void>;
}

const VISIBLE = '?.checkVisibility({ opacityProperty: true })';
const DIALOG = `document.querySelector('[role=dialog] button, [role=dialog] textarea')${VISIBLE}`;

/** By their names in the report. */
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
