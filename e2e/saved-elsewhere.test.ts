import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPage } from './testing/browser.ts';
import { startSite } from './testing/site.ts';

// A dialog is open in this window while another one saves: only the edited fields are saved, the others stay.

test("a template's dialog saves only edited fields, and another window's change stays", async (t) => {
  const { marta, page } = await openSite(t);
  const { template } = await marta.call('POST /api/templates', { body: { name: 'Raku', content: 'Hello' } });
  const params = { id: template.id };
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Edit Raku' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Template' });
  await dialog.getByLabel('Name').fill('Raku night');
  await marta.call('PUT /api/templates/{id}', {
    params,
    body: { name: 'Raku', content: 'The kiln is hot.' },
  });
  await dialog.getByRole('button', { name: 'Save Template' }).click();
  await page.getByText('Template saved.').waitFor();
  const [saved] = (await marta.call('GET /api/templates')).templates;
  assert.deepEqual([saved?.name, saved?.content], ['Raku night', 'The kiln is hot.']);
});

test("a list's dialog saves only edited fields, and another window's change stays", async (t) => {
  const { marta, page } = await openSite(t);
  const { list } = await marta.call('POST /api/lists', { body: { name: 'Newsletter' } });
  const params = { id: list.id };
  await page.goto('/lists');
  await page.getByRole('button', { name: 'More for Newsletter' }).click();
  await page.getByRole('menuitem', { name: 'Edit List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit List' });
  await dialog.getByLabel('Name').fill('Kiln club');
  await marta.call('PUT /api/lists/{id}', {
    params,
    body: { name: 'Newsletter', description: 'Asked in May' },
  });
  await dialog.getByRole('button', { name: 'Save List' }).click();
  await page.getByText('List saved.').waitFor();
  const saved = (await marta.call('GET /api/lists/{id}', { params })).list;
  assert.deepEqual([saved.name, saved.description], ['Kiln club', 'Asked in May']);
});

test("a profile's dialog saves only edited fields, and another window's change stays", async (t) => {
  const { marta, page } = await openSite(t);
  const body = { profile_name: 'kiln.club', profile_path: '/p/kiln', insta_username: 'kiln.club' };
  const { profile } = await marta.call('POST /api/profiles', { body });
  const params = { id: profile.id };
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'More for kiln.club' }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Profile name').fill('kiln.house');
  const change = { profile_path: '/p/elsewhere', insta_username: 'kiln.moved', insta_password: 'secret' };
  await marta.call('PUT /api/profiles/{id}', { params, body: { ...body, ...change } });
  await dialog.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByText('Profile saved.').waitFor();
  const [saved] = (await marta.call('GET /api/profiles')).profiles;
  assert.deepEqual(
    [saved?.profile_name, saved?.profile_path, saved?.insta_username, saved?.has_password],
    ['kiln.house', '/p/elsewhere', 'kiln.moved', true],
  );
});

test("the pace card saves only edited fields, and then shows another window's change", async (t) => {
  const { marta, page } = await openSite(t);
  await page.goto('/settings');
  await page.getByLabel('Delay End (seconds)').fill('470');
  await marta.call('PUT /api/settings', { body: { max_retries: 5, delay_start: 360, delay_end: 450 } });
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved successfully').waitFor();
  const { max_retries, delay_start, delay_end } = (await marta.call('GET /api/settings')).settings;
  assert.deepEqual([max_retries, delay_start, delay_end], [5, 360, 470]);
  assert.equal(await page.getByLabel('Maximum Retries').inputValue(), '5');
  assert.equal(await page.getByLabel('Delay Start (seconds)').inputValue(), '360');
});

async function openSite(t: TestContext) {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  return { marta, page: await openPage(t, { url: site.url, token: marta.token }) };
}
