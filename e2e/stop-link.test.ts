import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, axeViolationsInBothSchemes, openPage, visit } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

const CODE = '0123456789AB';

test('a person stops messages on a phone and asks to be erased, and the owner sees it', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await marta.call('PUT /api/settings/people', { body: { sender_name: 'Fjord & Clay' } });
  await site.database.pool.query(
    `insert into opt_out_links select $1, id, 'lena.hartog', now() from users where username = 'marta'`,
    [CODE],
  );
  const phone = await openPage(t, { url: site.url, screen: 'phone' });
  await phone.goto(`/o/${CODE}`);
  await phone.getByRole('heading', { name: 'Stop messages from Fjord & Clay?' }).waitFor();
  await phone.getByText('@lena.hartog on Instagram').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await phone.emulateMedia({ colorScheme });
    assert.deepEqual(await axeViolations(phone), []);
  }
  // At a zoom of 200 % nothing is beside the screen, and both buttons are large enough for a thumb.
  const { width = 0, height = 0 } = phone.viewportSize() ?? {};
  await phone.setViewportSize({ width: Math.round(width / 2), height: Math.round(height / 2) });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await phone.setViewportSize({ width, height });
  for (const button of await phone.getByRole('button').all())
    assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
  await phone.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await phone.emulateMedia({ forcedColors: null, colorScheme: 'dark' });
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await phone.getByRole('heading', { name: 'Done. Fjord & Clay will not write to you again.' }).waitFor();
  await phone.getByRole('button', { name: 'Erase what they keep about me' }).click();
  await phone.getByRole('button', { name: 'Yes, stop messages and ask to erase' }).click();
  await phone.getByText('Fjord & Clay has been told that you ask to be erased.').waitFor();
  await phone.goto('/o/none');
  await phone.getByRole('heading', { name: 'This link is not known here.' }).waitFor();

  await site.database.pool.query(`update erasure_wishes set wished_at = now() - interval '20 days 2 hours'`);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Manage do not contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do not contact' });
  const wishes = dialog.getByRole('region', { name: 'Asked to be erased' });
  await wishes.getByText('1 person asked to be erased').waitFor();
  await wishes.getByText('for 20 days').waitFor();
  await dialog.getByText('by the stop link').waitFor();
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await visit(page, '/people/lena.hartog');
  await page.getByText(', by the stop link').waitFor();
  await page.getByRole('switch', { name: 'Do not contact @lena.hartog' }).click();
  const question = page.getByRole('dialog', { name: 'Take @lena.hartog off' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 375, height: 812 });
  await visit(page, '/lists');
  await page.getByRole('button', { name: 'Manage do not contact' }).click();
  await dialog.getByRole('button', { name: 'Take @lena.hartog off' }).click();
  await question.getByText('Take off only if they have asked you to write again.').waitFor();
  await question.getByRole('button', { name: 'Take off' }).click();
  await question.getByText('A reason has 10 to 200 characters').waitFor();
  await question.getByLabel('Reason').fill('She asked for it in the shop');
  await question.getByRole('button', { name: 'Take off' }).click();
  await page.getByText('@lena.hartog may be contacted again.').waitFor();
  await dialog.getByText('Nobody yet.').waitFor();
  await wishes.waitFor({ state: 'detached' });

  // The wish of somebody is fulfilled beside it.
  await site.database.pool.query(
    `insert into erasure_wishes select id, 'lena.hartog', now() - interval '2 days' from users where username = 'marta'`,
  );
  await page.goto('/lists');
  await page.getByRole('button', { name: 'Manage do not contact' }).click();
  await wishes.getByRole('button', { name: 'Erase @lena.hartog' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase @lena.hartog' });
  await erasing.getByLabel('Type @lena.hartog to confirm').fill('lena.hartog');
  assert.deepEqual(await axeViolationsInBothSchemes(page), []);
  await erasing.getByRole('button', { name: 'Erase' }).click();
  await erasing.waitFor({ state: 'detached' });
  await wishes.waitFor({ state: 'detached' });
  await dialog.getByText('(erased)').waitFor();
  const erased = dialog.getByRole('list', { name: 'Names' }).getByRole('listitem');
  assert.match((await erased.textContent()) ?? '', /^\(erased\)\s*\d\d-/, 'said once');
  await dialog.getByRole('button', { name: /^Take the person erased on .* off$/ }).click();
  await page
    .getByRole('dialog', { name: 'Take the erased person off' })
    .getByText('nothing that was known of them comes back')
    .waitFor();
});

test('the editor offers the link where it works, and a sentence where people cannot open it', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/settings/people');
  await page.getByText('This server has no public address (PUBLIC_URL)').waitFor();
  await page.getByRole('button', { name: 'Change Sender’s name' }).click();
  await page.getByRole('textbox', { name: 'Sender’s name' }).fill('Fjord & Clay');
  await page.getByRole('textbox', { name: 'Sender’s name' }).press('Enter');
  await page.getByText('Sender’s name saved.').waitFor();
  const openEditor = async () => {
    await page.goto('/templates');
    await page.getByRole('button', { name: 'Create Template' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Insert {username}' }).waitFor();
    return { dialog, message: dialog.getByLabel('Message') };
  };
  const { dialog, message } = await openEditor();
  await message.fill('Hi {optout}');
  await dialog.getByText('People cannot open this link.').waitFor();
  await dialog.getByText(', and read the replies yourself.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Insert {optout}' }).count(), 0);
  await site.database.pool.query(`insert into agents (user_id, machine_name, platform, agent_version, reads_replies, created_at)
    select id, 'Desk', 'linux', '1', true, now() from users where username = 'marta'`);
  const read = await openEditor();
  await read.message.fill('Hi {optout}');
  await read.dialog.getByRole('button', { name: 'Insert this sentence' }).click();
  assert.equal(await read.message.inputValue(), 'Hi Reply STOP and I will not write again');

  await site.database.pool.query(
    `update server_identity set address = 'https://news.fjord.example', is_public = true`,
  );
  const again = await openEditor();
  await again.message.fill('Hi ');
  await again.dialog.getByRole('button', { name: 'Insert {optout}' }).click();
  await again.dialog.getByLabel('Read as').fill('lena');
  await again.dialog.getByText('https://news.fjord.example/o/XXXXXXXXXXXX').waitFor();
  assert.equal(await again.dialog.getByText('People cannot open this link.').count(), 0);
});
