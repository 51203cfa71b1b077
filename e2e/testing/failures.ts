import type { Page } from 'playwright-core';
import { pressItem } from './menu.ts';

/** A screen's exact text after the failure of a change. */
type Change = { says: string; press: (page: Page) => Promise<void> };

type FailingScreen = {
  /** Its link, in the sidebar or on the previous screen. */
  link: string | RegExp;
  /** The first fetch, and the text in place of the rows when that fails. */
  fetches: RegExp;
  says: string;
  /** Whether a toast says so as well. */
  isToast?: true;
  changes: Change[];
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const dialogOf = (page: Page) => page.getByRole('dialog');
const submit = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).press('Enter');

async function choose(page: Page, row: string, item: string): Promise<void> {
  await press(page, `More for ${row}`);
  await pressItem(page.getByRole('menuitem', { name: item, exact: true }));
}

/** Every change with its own failure text, screen by screen. Settings first, before another screen fetches them. */
export const FAILING_SCREENS: FailingScreen[] = [
  {
    link: 'Settings',
    fetches: /\/api\/settings/,
    says: 'Failed to fetch settings',
    isToast: true,
    changes: [
      {
        says: 'Failed to save settings',
        press: async (page) => {
          const retries = page.getByLabel('Maximum Retries');
          await retries.fill('4');
          await press(page, 'Save Settings');
          await page.getByText('Failed to save settings').first().waitFor();
          // Leaving would ask.
          await retries.fill('3');
        },
      },
      {
        says: 'Failed to change password',
        press: async (page) => {
          await page.getByRole('link', { name: 'Account', exact: true }).press('Enter');
          await press(page, 'Change Password');
          await page.getByLabel('Current password').fill('kiln-9000');
          await page.getByLabel('New password').fill('glaze-9000');
          await press(page, 'Save');
          await page.getByText('Failed to change password').first().waitFor();
          await press(page, 'Cancel');
          await submit(page, 'Discard');
        },
      },
    ],
  },
  {
    link: 'Campaigns',
    fetches: /\/api\/campaigns\?.*limit=10/,
    says: 'Failed to fetch campaigns',
    changes: [{ says: 'Failed to update campaign status', press: (page) => press(page, 'Start Kiln') }],
  },
  {
    link: 'Kiln',
    fetches: /\/api\/campaigns\/\d+$/,
    says: 'Failed to fetch campaign details',
    changes: [
      {
        says: 'Failed to create campaign',
        press: async (page) => {
          await press(page, 'More');
          await pressItem(page.getByRole('menuitem', { name: 'Duplicate' }));
          await submit(page, 'Create campaign');
        },
      },
      {
        says: 'Failed to export campaign logs',
        press: async (page) => {
          await press(page, 'More');
          await pressItem(page.getByRole('menuitem', { name: 'Export Logs' }));
        },
      },
      {
        // Here, not on the list: the question fetches the campaign, and its page had to fail without it. Last, because
        // it leads away.
        says: 'Failed to delete campaign',
        press: async (page) => {
          await press(page, 'More');
          await pressItem(page.getByRole('menuitem', { name: 'Delete' }));
          await submit(page, 'Delete campaign');
        },
      },
    ],
  },
  {
    link: 'Profiles',
    fetches: /\/api\/profiles\?.*page=1/,
    says: 'Failed to fetch profiles',
    changes: [
      { says: 'Failed to send profile opening request', press: (page) => press(page, 'Open all') },
      { says: 'Failed to send profile closing request', press: (page) => press(page, 'Close all') },
      {
        says: 'Failed to update profile status',
        press: (page) => page.getByRole('switch', { name: 'spare is active' }).press('Space'),
      },
      {
        says: 'Failed to open profile. Please check the console for details.',
        press: (page) => press(page, 'Open spare'),
      },
      {
        says: 'Failed to save profile',
        press: async (page) => {
          await choose(page, 'spare', 'Edit Profile');
          await dialogOf(page).getByLabel('Profile name').fill('spare two');
          await submit(page, 'Save Profile');
        },
      },
      {
        says: 'Failed to delete profile',
        press: async (page) => {
          await choose(page, 'spare', 'Delete Profile');
          await submit(page, 'Delete profile');
        },
      },
    ],
  },
  {
    link: 'Templates',
    fetches: /\/api\/templates\?.*page=1/,
    says: 'Failed to fetch templates',
    changes: [
      { says: 'Failed to select template', press: (page) => press(page, 'Select spare') },
      {
        says: 'Failed to save template',
        press: async (page) => {
          await press(page, 'Edit spare');
          await dialogOf(page).getByLabel('Name').fill('spare two');
          await submit(page, 'Save Template');
        },
      },
      { says: 'Failed to delete template', press: (page) => choose(page, 'spare', 'Delete Template') },
    ],
  },
  {
    link: 'Lists',
    fetches: /\/api\/lists\?.*page=1/,
    says: 'Failed to fetch lists',
    changes: [
      {
        says: 'Failed to save list',
        press: async (page) => {
          await choose(page, 'spare', 'Edit List');
          await dialogOf(page).getByLabel('Name').fill('spare two');
          await submit(page, 'Save List');
        },
      },
      {
        says: 'Failed to delete list',
        press: async (page) => {
          await choose(page, 'spare', 'Delete List');
          await submit(page, 'Delete list');
        },
      },
    ],
  },
  {
    link: 'Neighbours',
    fetches: /\/api\/lists\/\d+\/recipients/,
    says: 'Failed to fetch recipients',
    changes: [
      {
        says: 'Failed to delete recipient',
        press: (page) => choose(page, '@lena.hartog', 'Delete Recipient'),
      },
      {
        says: 'Failed to update some recipients',
        press: (page) => choose(page, '@lena.hartog', 'Set to Failed'),
      },
      {
        says: 'Failed to delete some recipients',
        press: async (page) => {
          await page.getByLabel('Select @lena.hartog').check();
          await press(page, 'Delete');
          await submit(page, 'Delete 1 recipient');
        },
      },
      {
        says: 'Failed to add recipient',
        press: async (page) => {
          await press(page, 'Add Recipient');
          await dialogOf(page).getByLabel('Username').fill('kiln.night');
          await submit(page, 'Add Recipient');
        },
      },
    ],
  },
  {
    // With the number of waiting tickets, if there are any.
    link: /^Support/,
    fetches: /\/api\/support\?/,
    says: 'Failed to fetch tickets',
    changes: [
      {
        says: 'Failed to create ticket',
        press: async (page) => {
          await press(page, 'New Ticket');
          await dialogOf(page).getByLabel('Subject').fill('Nothing works');
          await dialogOf(page).getByLabel('Description').fill('Today.');
          await submit(page, 'Create Ticket');
        },
      },
      {
        says: 'Failed to send message',
        press: async (page) => {
          await page.getByRole('link', { name: 'Firefox closes again' }).press('Enter');
          await page.getByLabel('Message', { exact: true }).fill('Still?');
          await press(page, 'Send');
        },
      },
      {
        says: 'Failed to update ticket',
        press: async (page) => {
          await press(page, 'Update Ticket');
          await dialogOf(page).getByLabel('Status').selectOption('closed');
          await submit(page, 'Update Ticket');
        },
      },
    ],
  },
  {
    link: 'User Management',
    fetches: /\/api\/users\?/,
    says: 'Failed to fetch users',
    isToast: true,
    changes: [
      {
        says: 'Failed to create user',
        press: async (page) => {
          await press(page, 'Add User');
          await dialogOf(page).getByLabel('Username').fill('ole');
          await dialogOf(page).getByRole('textbox', { name: 'Password' }).fill('kiln-9000');
          await submit(page, 'Create User');
        },
      },
      {
        says: 'Failed to update user',
        press: async (page) => {
          await choose(page, 'nils', 'Edit User');
          await dialogOf(page).getByLabel('Pack').selectOption('pro');
          await submit(page, 'Save User');
        },
      },
      {
        says: 'Failed to delete user',
        press: async (page) => {
          await choose(page, 'nils', 'Delete User');
          await dialogOf(page).getByLabel('Type the username to delete it').fill('nils');
          await submit(page, 'Delete User');
        },
      },
    ],
  },
];
