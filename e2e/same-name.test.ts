import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, openPage, visit } from './testing/browser.ts';
import { makeParts } from './testing/parts.ts';
import { folder, startScriptedMachine } from './testing/scripted-machine.ts';
import { startSite, type Visitor } from './testing/site.ts';

// Only a server for practice makes parts without a pause between messages.
const PRACTICE = { PRACTICE_URL: 'http://127.0.0.1:9' };

const twin = (directory_name: string) => ({
  ...folder('Kiln'),
  directory_name,
  path: `/p/${directory_name}`,
});

async function addProfile({ call }: Visitor, profile_name: string, profile_path: string) {
  return (await call('POST /api/profiles', { body: { profile_name, profile_path } })).profile.id;
}

test('two Firefox profiles with the same name are distinguishable where one is added, tested and deleted', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  const machine = await startScriptedMachine(t, { url: site.url, visitor: marta });
  const page = await openPage(t, { url: site.url, token: marta.token });
  const found = [twin('x1.Kiln'), twin('Kiln'), twin('old/Kiln'), folder('shop')];
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Add Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Profile' });
  await machine.answerList(found);
  const choice = dialog.getByLabel('Firefox profile');
  await choice.waitFor();
  assert.deepEqual(await choice.getByRole('option').allTextContents(), [
    'Choose one, or type its path',
    'Kiln (x1.Kiln)',
    'Kiln (/p/Kiln)',
    'Kiln (old/Kiln)',
    'shop (x1.shop)',
  ]);
  await choice.selectOption({ label: 'Kiln (old/Kiln)' });
  assert.equal(await dialog.getByLabel('Profile path').inputValue(), '/p/old/Kiln');

  await page.goto('/firefox-profiles');
  await machine.answerList(found);
  await page.getByRole('button', { name: 'Test Kiln (x1.Kiln)' }).waitFor();
  await page.getByRole('button', { name: 'Test shop', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Kiln (old/Kiln)' }).click();
  await page.getByRole('dialog', { name: 'Delete Kiln (old/Kiln)?' }).getByText('Delete profile').click();
  assert.deepEqual((await machine.take('delete')).payload, { profile_path: '/p/old/Kiln' });
});

test('two profiles with the same name are distinguishable wherever one is chosen', async (t) => {
  const site = await startSite(t, PRACTICE);
  const marta = await site.signUp('marta');
  await startScriptedMachine(t, { url: site.url, visitor: marta });
  const { profiles_used, ...parts } = await makeParts(marta, ['shop']);
  const first = await addProfile(marta, 'Kiln', '/p/x1.Kiln');
  const second = await addProfile(marta, 'kiln', '/p/x2.Kiln');
  const page = await openPage(t, { url: site.url, token: marta.token });

  await page.goto('/profiles');
  await page.getByRole('switch', { name: 'kiln (x2.Kiln) is active' }).waitFor();
  await page.getByRole('button', { name: 'Open Kiln (x1.Kiln)' }).waitFor();
  await page.getByRole('button', { name: 'More for Kiln (x1.Kiln)' }).click();
  await page.getByRole('menuitem', { name: 'Delete Profile' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Kiln (x1.Kiln)?' })
    .getByRole('button', { name: 'Cancel' })
    .click();

  for (const path of ['/campaigns/new', '/unread-checker']) {
    await visit(page, path);
    await page.getByRole('checkbox', { name: 'Kiln (x1.Kiln)', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'kiln (x2.Kiln)', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'shop', exact: true }).waitFor();
    assert.ok((await page.getByText('x2.Kiln').count()) > 0);
    assert.deepEqual(await axeViolations(page), []);
  }

  await openPalette(page);
  await page.keyboard.type('kiln');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('option', { name: /Kiln.*x1\.Kiln/ }).waitFor();
  await palette.getByRole('option', { name: /kiln.*x2\.Kiln/ }).waitFor();

  const body = { ...parts, name: 'Sept', profiles_used: [first, second, ...profiles_used] };
  const { campaign } = await marta.call('POST /api/campaigns', { body });
  await visit(page, `/campaigns/${campaign.id}`);
  const table = page.getByRole('table', { name: 'Profile Performance' });
  await table.getByText('Kiln (x1.Kiln)', { exact: true }).waitFor();
  await table.getByText('kiln (x2.Kiln)', { exact: true }).waitFor();
  await table.getByText('shop', { exact: true }).waitFor();
});

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input[role=combobox]:focus').waitFor();
}
