import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openPage, visit } from './testing/browser.ts';
import { ENDED, endSessionsAndPress, logIn } from './testing/end-sessions.ts';
import { pressItem } from './testing/menu.ts';
import { makeParts } from './testing/parts.ts';
import { startSite } from './testing/site.ts';

test('every dialog comes back after the log-in with what was typed, however often the page loads', async (t) => {
  const site = await startSite(t, { PRACTICE_URL: 'http://127.0.0.1:9' });
  const marta = await site.signUp('marta');
  const parts = await makeParts(marta);
  const { campaign } = await marta.call('POST /api/campaigns', { body: { ...parts, name: 'Kiln open' } });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const dialog = page.getByRole('dialog');
  const open = async (path: string, ready: Locator) => {
    await visit(page, path);
    await ready.waitFor();
  };
  const pickFrom = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu, exact: true }).press('Enter');
    await pressItem(page.getByRole('menuitem', { name: item, exact: true }));
  };
  const endSession = async (submit: string) => {
    await endSessionsAndPress(site, dialog.getByRole('button', { name: submit, exact: true }));
    await page.getByText(ENDED).waitFor();
  };
  // A required one has an asterisk.
  const fieldOf = (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`));
  const type = async (label: string, text: string) => {
    await fieldOf(label).fill(text);
  };
  /** What was typed is back, and leaving asks for it. */
  const isBack = async (label: string, text: string) => {
    const field = fieldOf(label);
    await field.waitFor();
    assert.equal(await field.inputValue(), text);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const campaignPath = `/campaigns/${campaign.id}`;
  const title = page.getByRole('heading', { name: 'Kiln open', exact: true });
  await page.goto(campaignPath);

  await t.test('also if the page loads again before its dialog is there', async () => {
    await title.waitFor();
    await pickFrom('More', 'Duplicate');
    await type('Campaign name', 'May firing');
    await endSession('Create campaign');
    // A version is gone: the log-in reloads itself, and knows nobody whose text it could save.
    const gone = /\/assets\/register-page-.*\.js/;
    await page.route(gone, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'This screen could not be fetched' }).waitFor();
    await page.goto('/login');
    const code = /\/assets\/send-again-dialog-.*\.js/;
    // The page that asks first never gets it.
    let isAsked = false;
    await page.route(code, (route) => {
      if (isAsked) return route.continue();
      isAsked = true;
      return undefined;
    });
    const asked = page.waitForRequest(code);
    await logIn(page, marta);
    await asked;
    await page.reload();
    await isBack('Campaign name', 'May firing');
  });

  await t.test('those of a campaign', async () => {
    await pickFrom('More', 'Schedule');
    await type('Day', '17-05-2090');
    await endSession('Schedule');
    await logIn(page, marta);
    await isBack('Day', '17-05-2090');
    await pickFrom('More', 'When and how much');
    await type('At most a day', '41');
    await endSession('Save');
    await logIn(page, marta);
    await isBack('At most a day', '41');
  });

  await t.test('those of its plan and of the list of campaigns', async () => {
    await open(`${campaignPath}/plan`, page.getByRole('heading', { name: 'Plan of Kiln open' }));
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await type('Day', '18-05-2090');
    await endSession('Schedule');
    await logIn(page, marta);
    await isBack('Day', '18-05-2090');
    await open('/campaigns', page.getByRole('link', { name: 'Kiln open', exact: true }));
    await pickFrom('More for Kiln open', 'Schedule');
    await type('Time', '10:30');
    await endSession('Schedule');
    await logIn(page, marta);
    await isBack('Time', '10:30');
  });

  await t.test('those of a person and of a template', async () => {
    await open('/people/lena.hartog', page.getByText('In 1 list.', { exact: false }));
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await type('Source', 'Stand at the fair');
    await endSession('Add source');
    await logIn(page, marta);
    await isBack('Source', 'Stand at the fair');
    await pickFrom('More for @lena.hartog', 'Erase');
    await type('Type @lena.hartog to confirm', 'lena.har');
    await endSession('Erase');
    await logIn(page, marta);
    await isBack('Type @lena.hartog to confirm', 'lena.har');
    await open('/templates', page.getByRole('heading', { name: 'Kiln opening' }));
    await pickFrom('More for Kiln opening', 'Send a test');
    await type('To', 'marta.studio');
    await endSession('Send test');
    await logIn(page, marta);
    await isBack('To', 'marta.studio');
  });
});
