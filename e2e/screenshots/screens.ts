import type { Page } from 'playwright-core';

/** A picture of the product: its address and its state. */
export interface Screen {
  name: string;
  path: string;
  /** Before signing in, or as the user or the administrator of the sample data. */
  as: 'visitor' | 'user' | 'admin';
  /** Taken once this is there. */
  ready: (page: Page) => Promise<unknown>;
}

/** The ids in the addresses of screens. */
export interface Places {
  campaign: number;
  /** A campaign that is not started. */
  pending: number;
  list: number;
  ticket: number;
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor();
/** A narrow screen hides some of what has the words, such as where a page lies. */
const text = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).filter({ visible: true }).first().waitFor();

/** Every screen, in the order of the menu. */
export function listScreens({ campaign, pending, list, ticket }: Places): Screen[] {
  return [
    { name: 'login', path: '/login', as: 'visitor', ready: heading('Welcome Back!') },
    { name: 'register', path: '/register', as: 'visitor', ready: heading('Create Your Account') },
    { name: 'dashboard', path: '/dashboard', as: 'user', ready: heading('All-Time Profile Performance') },
    { name: 'campaigns', path: '/campaigns', as: 'user', ready: text('Mug drop') },
    { name: 'campaign', path: `/campaigns/${campaign}`, as: 'user', ready: text('Campaign Information') },
    {
      name: 'plan',
      path: `/campaigns/${pending}/plan`,
      as: 'user',
      ready: text('nothing is sent by looking'),
    },
    {
      name: 'edit-campaign',
      path: `/campaigns/${pending}/edit`,
      as: 'user',
      ready: heading('What each person reads'),
    },
    { name: 'new-campaign', path: '/campaigns/new', as: 'user', ready: heading('What each person reads') },
    { name: 'profiles', path: '/profiles', as: 'user', ready: text('fjordandclay.studio') },
    { name: 'templates', path: '/templates', as: 'user', ready: text('Raku evening') },
    { name: 'lists', path: '/lists', as: 'user', ready: text('Bought a mug') },
    { name: 'list', path: `/lists/${list}`, as: 'user', ready: text(/^Showing 1 to/) },
    { name: 'person', path: '/people/lena.hartog', as: 'user', ready: heading('@lena.hartog') },
    { name: 'import', path: `/lists/${list}`, as: 'user', ready: openImport },
    { name: 'palette', path: '/campaigns', as: 'user', ready: openPalette },
    { name: 'unread-checker', path: '/unread-checker', as: 'user', ready: text('market_stall') },
    { name: 'firefox-profiles', path: '/firefox-profiles', as: 'user', ready: text(/^Read \d/) },
    { name: 'support', path: '/support', as: 'user', ready: text('Invoice') },
    { name: 'ticket', path: `/support/${ticket}`, as: 'user', ready: text('Invoice') },
    { name: 'settings', path: '/settings', as: 'user', ready: heading('Automation Settings') },
    { name: 'users', path: '/users', as: 'admin', ready: text('Last updated') },
    { name: 'not-found', path: '/campaigns/999999', as: 'user', ready: text('Campaign not found') },
  ];
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bulk Import' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('kaffebaren_oslo\nslow.kitchen\nnot a name\nhartog_lena');
  await dialog.getByRole('button', { name: /^Import \d/ }).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('input[role=combobox]:focus').waitFor();
  await page.keyboard.type('mug');
  await page.getByRole('option', { name: 'Mug drop' }).waitFor();
}
