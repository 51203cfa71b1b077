import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeViolations, openPage } from './testing/browser.ts';
import { changeUser } from './testing/change-user.ts';
import { startScriptedAgent } from './testing/scripted-agent.ts';
import { startSite } from './testing/site.ts';

test('sixty profiles are filtered by their state, and several are resumed and switched off at once', async (t) => {
  const site = await startSite(t);
  const marta = await site.signUp('marta');
  await changeUser(site, marta, "pack = 'pro'");
  for (let n = 1; n <= 12; n += 1) {
    const body = { profile_name: `studio ${n}`, profile_path: `/p/studio ${n}` };
    await marta.call('POST /api/profiles', { body });
  }
  await site.database.pool.query(
    `update profiles set blocked_at = now(), blocked_reason = 'Slow down' where profile_name in ('studio 11', 'studio 9')`,
  );
  await startScriptedAgent(site, marta, ['/p/studio 1']);
  const page = await openPage(t, { url: site.url, token: marta.token });
  await page.goto('/profiles');
  const names = () => page.getByRole('switch').evaluateAll((all) => all.map((one) => one.ariaLabel));
  await page.getByRole('tab', { name: 'Blocked 2' }).waitFor();
  await page.getByRole('rowheader', { name: 'Needs you 2' }).waitFor();
  await page.getByRole('rowheader', { name: 'In order of name 10' }).waitFor();
  assert.deepEqual(
    (await names()).slice(0, 4),
    ['9', '11', '1', '2'].map((n) => `studio ${n} is active`),
  );
  for (const n of [9, 11, 1])
    await page.getByRole('checkbox', { name: `Select studio ${n}`, exact: true }).check();
  assert.deepEqual(await axeViolations(page), []);
  await page.getByRole('button', { name: 'Resume 2' }).click();
  const question = page.getByRole('dialog', { name: 'Resume 2 profiles?' });
  await question.getByRole('button', { name: 'Resume 2' }).click();
  await page.getByText('2 profiles resumed.').waitFor();
  await page.getByRole('tab', { name: 'Blocked 0' }).waitFor();
  assert.equal(await page.getByRole('rowheader').count(), 0);
  await page.getByRole('button', { name: 'Switch off 3' }).click();
  await page.getByRole('dialog').getByText('None of them is in a running campaign.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off 3' }).click();
  await page.getByRole('tab', { name: 'Off 3' }).click();
  await page.waitForURL(/state=off/);
  await page.getByRole('switch', { name: 'studio 11 is active' }).waitFor();
  assert.equal((await names()).length, 3);
  const copied = await page
    .getByRole('row')
    .nth(1)
    .getByTitle(/^\/p\//)
    .evaluate((cell) => {
      getSelection()?.selectAllChildren(cell);
      return getSelection()?.toString();
    });
  assert.equal(copied, '/p/studio 1');
});
